# syntax=docker/dockerfile:1
# docker build -t steward . && docker run -p 8787:8787 -v steward:/data steward

FROM node:20-bookworm-slim AS web
WORKDIR /src/web
# Apart from the sources, so that a change of these does not install everything again.
COPY web/package.json web/package-lock.json web/.npmrc ./
# scripts/web.sh says why this is not `npm ci`.
RUN --mount=type=cache,target=/npm-cache npm install --no-save --no-audit --no-fund --cache /npm-cache
COPY web ./
RUN npm run build

FROM rust:1.95-slim-bookworm AS server
WORKDIR /src
COPY . .
COPY --from=web /src/web/dist web/dist
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked --package steward-server \
    && cp target/release/steward /usr/local/bin/steward

FROM debian:bookworm-slim
# Model providers and identity providers are reached over TLS, whose roots Debian keeps here.
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=server /usr/local/bin/steward /usr/local/bin/steward
ENV STEWARD_HOME=/data STEWARD_LISTEN=0.0.0.0:8787
# A number, so that an orchestrator can see that it is not root.
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["steward", "health"]
ENTRYPOINT ["steward"]
CMD ["serve"]
