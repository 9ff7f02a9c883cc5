"""What requests leave behind in the process: nothing."""

import gc
from pathlib import Path

WARM_UP, REQUESTS = 300, 1_000
FILES = Path("/proc/self/fd")


def _open_files() -> int:
    return len(list(FILES.iterdir())) if FILES.is_dir() else 0


def test_requests_leave_no_objects_and_no_files_open(start):
    """B51: after thousands of masks, reassembles and forgets as many objects are alive and files open as before them."""
    service = start()

    async def turns(count: int) -> None:
        for number in range(count):
            text = f"담당자: 김가상, 연락처 010-0000-{number:04d}"
            masked = (await service.request("POST", "/mask", {"text": text})).json()
            body = {"request_id": masked["request_id"], "text": masked["masked_text"]}
            assert (await service.request("POST", "/reassemble", body)).json()["text"] == text
            assert (await service.request("POST", "/forget", {"request_id": masked["request_id"]})).status == 204
            service.log.seek(0)
            service.log.truncate()

    service.run(turns(WARM_UP))
    gc.collect()
    objects, files = len(gc.get_objects()), _open_files()
    service.run(turns(REQUESTS))
    gc.collect()
    assert len(gc.get_objects()) - objects < REQUESTS
    assert _open_files() == files
