"""CSV files of numbers: read exactly, refused with line and column."""

from fractions import Fraction as F

import pytest

from pmlsym.errors import DataError
from pmlsym.tables import read_numbers


@pytest.mark.parametrize(
    "text",
    ["1/3,2/3\n0.25,0.75\n", "1/3, 2/3\r\n0.25, 75e-2\r\n\r\n", "\ufeff1/3,2/3\n.25,.75"],
)
def test_numbers_are_read_exactly(tmp_path, text):
    file = tmp_path / "kernel.csv"
    file.write_bytes(text.encode())
    assert read_numbers(file) == [[F(1, 3), F(2, 3)], [F(1, 4), F(3, 4)]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,2\n3,\n", "k.csv, line 2, column 2 is empty"),
        ("1,2\n,\n", "k.csv, line 2, column 1 is empty"),
        ("1,2\n3\n", "k.csv, line 2 has 1 numbers, but line 1 has 2"),
        ("1,x\n", "k.csv, line 1, column 2 is 'x'"),
        ("1,1/0\n", "k.csv, line 1, column 2 is '1/0'"),
        ("1,nan\n", "k.csv, line 1, column 2 is 'nan'"),
        ("1,1e-400\n", "a number such as 0.25 or 1/3 that a float can hold."),
        ("\n1,2\n3\n", "k.csv, line 3 has 1 numbers, but line 2 has 2"),
        ("1," + "x" * 99 + "\n", "is 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'"),
        ("1," + "9" * 200_000 + "\n", "k.csv, line 1 cannot be read: field larger than"),
        ("", "k.csv is empty"),
        ("\n\n", "k.csv is empty"),
    ],
)
def test_bad_files_are_one_sentence(tmp_path, text, sentence):
    file = tmp_path / "k.csv"
    file.write_text(text)
    with pytest.raises(DataError) as caught:
        read_numbers(file)
    assert sentence in str(caught.value)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(DataError, match=r"none\.csv cannot be read: No such file"):
        read_numbers(tmp_path / "none.csv")
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="not UTF-8"):
        read_numbers(tmp_path / "bytes.csv")
