"""Every fault of a port has words in every language, which name the port and, where the system gave one, the reason."""

import pytest

from dealer_app.texts import Language, Words
from drivers.address import PortError, PortFault

EVERY_LANGUAGE = pytest.mark.parametrize("language", Language)


@EVERY_LANGUAGE
def test_the_faults_that_have_words_are_those_that_there_are(language: Language) -> None:
    assert Words.load(language).sections["port-fault"].keys() == {fault.code for fault in PortFault}


@EVERY_LANGUAGE
@pytest.mark.parametrize("fault", PortFault)
def test_a_fault_names_the_port_and_the_reason(language: Language, fault: PortFault) -> None:
    words = Words.load(language)
    assert "/dev/ttyUSB0" in words.port_fault(fault.code, "/dev/ttyUSB0")
    assert words.port_fault(fault.code, "/dev/ttyUSB0", "Errno 13").endswith("(Errno 13)")


@EVERY_LANGUAGE
def test_at_the_table_each_fault_is_told_of_the_device_in_few_words(language: Language) -> None:
    words = Words.load(language)
    assert words.sections["line-down"].keys() == {fault.code for fault in PortFault}
    for fault in PortFault:
        told = words.text("line-down", fault.code, {"device": "XX"})
        assert told.startswith("XX")
        assert len(told) <= 100
        assert "`" not in told


@EVERY_LANGUAGE
def test_no_two_faults_sound_alike(language: Language) -> None:
    words = Words.load(language)
    assert len({words.port_fault(fault.code, "a port") for fault in PortFault}) == len(PortFault)


@pytest.mark.parametrize("fault", PortFault)
def test_the_log_says_the_same_as_the_english_words(fault: PortFault) -> None:
    logged = str(PortError(fault, "/dev/ttyUSB0", "Errno 13"))
    assert logged == Words.load(Language.EN).port_fault(fault.code, "/dev/ttyUSB0", "Errno 13")
