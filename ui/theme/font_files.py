"""The files of the bundled fonts, each a family of its own; what cuts them reads this without Qt."""

FONT_FILES = {
    "Inter-Medium.ttf": "Station Inter 500",
    "Inter-SemiBold.ttf": "Station Inter 600",
    "Inter-Bold.ttf": "Station Inter 700",
    "Inter-ExtraBold.ttf": "Station Inter 800",
    "InterDisplay-Bold.ttf": "Station Inter Display 700",
    "InterDisplay-ExtraBold.ttf": "Station Inter Display 800",
    "NotoSansTC-Regular.otf": "Station Noto Sans TC",
    "NotoSansTC-Bold.otf": "Station Noto Sans TC Bold",
    "NotoSansSC-Regular.otf": "Station Noto Sans SC",
    "NotoSansSC-Bold.otf": "Station Noto Sans SC Bold",
}
