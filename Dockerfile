# The environment of requirements.lock, and JupyterLab in the checkout. Build and start:
#   docker build -t provingground . && docker run --rm -it -p 8888:8888 provingground
FROM python:3.11-slim-bookworm

RUN apt-get update && apt-get install --yes --no-install-recommends git make libgomp1 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home reader

USER reader
WORKDIR /home/reader/provingground
# First the lock file alone: a change of the code does not install everything again.
COPY --chown=reader Makefile pyproject.toml requirements.lock README.md LICENSE ./
COPY --chown=reader src/provingground/__init__.py src/provingground/__init__.py
RUN make install
COPY --chown=reader . .
RUN .venv/bin/provingground --version

ENV PATH=/home/reader/provingground/.venv/bin:$PATH
EXPOSE 8888
# JupyterLab prints an address with a token; without one nobody gets in.
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser", "--notebook-dir=/home/reader/provingground"]
