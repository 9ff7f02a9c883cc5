"""The container files: what they promise about the running container, read as Docker reads them."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from app.settings import Settings

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "docker" / "app.Dockerfile").read_text(encoding="utf-8")
COMPOSE_FILES = ("docker-compose.yml", "docker/compose.cpu.yml")


def app_service(name):
    """Return the app's service of a compose file, with what it extends (relative to that file) under its own keys."""
    path = ROOT / name
    service = yaml.safe_load(path.read_text(encoding="utf-8"))["services"]["garim"]
    extends = service.pop("extends")
    base = yaml.safe_load((path.parent / extends["file"]).read_text(encoding="utf-8"))["services"][extends["service"]]
    return {**base, **service}


def instructions(keyword):
    """Return the arguments of every `keyword` instruction, continued lines joined."""
    joined = re.sub(r"\\\n\s*", "", DOCKERFILE)
    return [line.split(maxsplit=1)[1] for line in joined.splitlines() if line.startswith(f"{keyword} ")]


@pytest.fixture(params=COMPOSE_FILES)
def service(request):
    return app_service(request.param)


def test_the_container_cannot_gain_or_keep_privileges(service):
    """It runs as an unprivileged numeric user, without capabilities, and no file can give it new ones."""
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", service["user"])
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "cap_add", "network_mode", "pid"} & service.keys()


def test_the_container_writes_to_its_state_and_tmp_only(service):
    """The root file system is read-only; /tmp is in memory; the one volume is a named one for keys and ring."""
    assert service["read_only"] is True
    assert [mount.split(":")[0] for mount in service["tmpfs"]] == ["/tmp"]  # noqa: S108
    assert {"noexec", "nosuid", "nodev"} <= set(service["tmpfs"][0].split(":")[1].split(","))
    assert service["volumes"] == ["garim-state:/var/lib/garim"]


def test_mappings_do_not_reach_a_disk(service):
    """No core dump, and no swap beyond the memory limit."""
    assert service["ulimits"]["core"] == 0
    assert service["mem_swappiness"] == 0
    assert service["memswap_limit"] == service["mem_limit"]


def test_the_port_is_published_on_loopback(service):
    """Whoever wants it elsewhere puts a TLS proxy in front."""
    assert service["ports"] == ["127.0.0.1:${GARIM_PORT:-8080}:8080"]


def test_the_service_has_keys(service):
    """It listens beyond the container's own loopback, so it is given a key file, inside the volume."""
    assert service["environment"]["GARIM_KEY_FILE"].startswith("/var/lib/garim/")


def test_the_grace_of_the_container_outlasts_that_of_the_service(service):
    """Docker waits longer than the service lets requests finish."""
    assert int(service["stop_grace_period"].removesuffix("s")) > Settings.model_fields["shutdown_grace_seconds"].default


def test_the_image_is_tagged_with_the_project_version(service):
    """The tag is the version in pyproject.toml, never `latest`."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert service["image"] == f"garim:{version}"


def test_the_bare_compose_command_uses_the_same_service():
    """Both compose files run the app under the same settings: it is written once."""
    assert app_service(COMPOSE_FILES[0]) == app_service(COMPOSE_FILES[1])


def test_base_images_are_pinned():
    """Every stage starts from an exact release of one image."""
    images = [image.split()[0] for image in instructions("FROM")]
    assert len(set(images)) == 1
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-bookworm(@sha256:[0-9a-f]{64})?", images[0])


def test_the_image_installs_only_what_is_locked():
    """Each pip install checks hashes, or may reach no index at all."""
    installs = [json.loads(run) for run in instructions("RUN") if "install" in json.loads(run) and "pip" in json.loads(run)]
    assert len(installs) == 2
    assert all("--require-hashes" in words or "--no-index" in words for words in installs)


def test_the_image_runs_without_a_shell_as_a_numeric_user():
    """USER is numeric and not root; ENTRYPOINT, CMD and HEALTHCHECK start programs, not shells."""
    assert [user.split(":")[0].isdecimal() and int(user.split(":")[0]) > 0 for user in instructions("USER")] == [True]
    assert json.loads(instructions("ENTRYPOINT")[0]) == ["garim"]
    assert json.loads(instructions("CMD")[0])[0] == "serve"
    assert json.loads(instructions("HEALTHCHECK")[0].split("CMD ", 1)[1])[0] == "python"


def test_the_health_check_is_a_program_that_compiles():
    """The health check's one-liner is valid Python and asks /readyz."""
    program = json.loads(instructions("HEALTHCHECK")[0].split("CMD ", 1)[1])[2]
    compile(program, "healthcheck", "exec")
    assert "/readyz" in program


def test_the_build_context_is_an_allow_list():
    """Nothing goes to the build but what the Dockerfile copies."""
    rules = [
        line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    copied = {word for line in instructions("COPY") if not line.startswith("--from") for word in line.split()[:-1]}
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == copied
