"""Files that only their owner may read."""

import os
import stat

import pytest

from app.private_file import PrivateFileError, read_private, write_private


def test_what_was_written_is_read(tmp_path):
    """Content survives the round trip, and a second write replaces the first."""
    path = tmp_path / "file"
    write_private(path, b"one")
    write_private(path, b"two")
    assert read_private(path) == b"two"


def test_a_written_file_is_for_its_owner_alone(tmp_path):
    """The mode is 0600, and no temporary file is left beside it."""
    path = tmp_path / "file"
    write_private(path, b"content")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o601, 0o777])
def test_a_file_that_others_may_touch_is_refused(tmp_path, mode):
    """Any right for group or others is refused, and the message says how to mend it."""
    path = tmp_path / "file"
    write_private(path, b"content")
    path.chmod(mode)
    with pytest.raises(PrivateFileError, match="chmod 600"):
        read_private(path)


def test_a_link_is_refused(tmp_path):
    """A symbolic link is not followed, even to a file that would do."""
    target = tmp_path / "file"
    write_private(target, b"content")
    link = tmp_path / "link"
    link.symlink_to(target)
    with pytest.raises(PrivateFileError):
        read_private(link)


@pytest.mark.parametrize("name", ["missing", "folder", "pipe"])
def test_what_is_no_plain_file_is_refused(tmp_path, name):
    """A missing file, a folder and a pipe, on which reading would wait, are refused with a typed error."""
    (tmp_path / "folder").mkdir(mode=0o700)
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(PrivateFileError):
        read_private(tmp_path / name)


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    """Writing into a folder that does not exist is a typed error."""
    with pytest.raises(PrivateFileError):
        write_private(tmp_path / "none" / "file", b"content")
