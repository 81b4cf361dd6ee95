# The program as one file on top of nothing but the C library: no shell, no package manager, no node_modules.
# In full, because Podman has no default registry.
FROM docker.io/oven/bun:1.4.5-slim AS build
WORKDIR /src
# The packages first: they change less often than the code, and this layer is kept until they do.
COPY package.json bun.lock ./
COPY patches ./patches
COPY sdk/package.json ./sdk/package.json
COPY bench/package.json ./bench/package.json
RUN bun install --frozen-lockfile --production --ignore-scripts
COPY sdk/src ./sdk/src
COPY service ./service
COPY build ./build
RUN bun build/run.ts
RUN build/assemble-root.sh dist/pr-service image
# A new volume takes owner and rights from here. The group is root's, to which every user belongs whom `--user` names without one.
RUN mkdir -p volume/data && chmod 770 volume/data

FROM scratch
LABEL org.opencontainers.image.title="pr-service" \
      org.opencontainers.image.description="Newsrooms, measurement and reports for PR agencies." \
      org.opencontainers.image.version="0.3.0" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /src/image/ /
# By itself: /data as a part of the first copy would be root's and stay it.
COPY --from=build --chown=65532:0 /src/volume/ /
USER 65532:65532
WORKDIR /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 CMD ["/pr-service", "healthcheck"]
ENTRYPOINT ["/pr-service"]
CMD ["serve"]
