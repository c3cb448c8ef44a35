"""The card shoes and card readers, one folder a device."""
