# The app image: hash-locked dependencies, the source, no compiler, no pip in the environment, an unprivileged user.
# Build from the repository root:  docker build -f docker/app.Dockerfile -t garim:0.1.0 .
# The tag names one release. To pin the bytes as well, append the digest that your registry mirror vouches for: …@sha256:…

FROM python:3.13.9-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN ["python", "-m", "venv", "--without-pip", "/opt/garim"]
COPY requirements.lock /build/
RUN ["pip", "--python", "/opt/garim/bin/python", "install", "--require-hashes", "--only-binary", ":all:", "--requirement", "/build/requirements.lock"]
COPY pyproject.toml README.md LICENSE /opt/garim/src/
COPY app /opt/garim/src/app
COPY model /opt/garim/src/model
RUN ["pip", "--python", "/opt/garim/bin/python", "install", "--no-deps", "--no-build-isolation", "--no-index", "--editable", "/opt/garim/src"]
RUN ["pip", "--python", "/opt/garim/bin/python", "uninstall", "--yes", "setuptools"]
RUN ["python", "-m", "compileall", "-q", "/opt/garim/src"]

FROM python:3.13.9-slim-bookworm
COPY --from=build /opt/garim /opt/garim
# Keys and ring live in a volume; everything else may be read-only.
RUN ["install", "-d", "-m", "0700", "-o", "10001", "-g", "10001", "/var/lib/garim"]
ENV PATH=/opt/garim/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /var/lib/garim
VOLUME /var/lib/garim
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ.get('GARIM_PORT', '8080')}/readyz\", timeout=2)"]
ENTRYPOINT ["garim"]
CMD ["serve", "--host", "0.0.0.0"]
