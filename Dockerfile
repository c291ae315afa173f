# docker build -t hallway .   (docs/operating.md, "A container")
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /hallway
COPY package.json package-lock.json .npmrc ./
# Without install scripts: those of the packages fetch Node, which is here, and prepare the tests' PostgreSQL.
RUN npm ci --ignore-scripts
COPY . .
# What is run, without what builds it: the same files as in the archive of npm run release.
RUN node scripts/build.ts && node scripts/release.ts --folder /release --without-node

FROM node:24.21.0-bookworm-slim
WORKDIR /hallway
COPY --from=build /release .
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
# The second line keeps the process small (server/process.json).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=16384 NODE_OPTIONS=--max-semi-space-size=8
EXPOSE 3000
STOPSIGNAL SIGTERM
# The process alone: a database that is away for a moment is no reason to restart it.
HEALTHCHECK --start-period=60s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/host/main.js"]
