# docker build -t hallway .   (docs/operating.md, "A container")
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /hallway
COPY package.json package-lock.json .npmrc ./
# Without install scripts: those of the packages fetch Node, which is here, and prepare the tests' PostgreSQL.
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts

FROM node:24.21.0-bookworm-slim
WORKDIR /hallway
# All but the embedded database, sharp, resvg and the fonts, which are native code or find files beside themselves, is built into dist.
COPY --from=build /hallway/node_modules/@electric-sql/pglite node_modules/@electric-sql/pglite
COPY --from=build /hallway/node_modules/sharp node_modules/sharp
COPY --from=build /hallway/node_modules/@img node_modules/@img
COPY --from=build /hallway/node_modules/detect-libc node_modules/detect-libc
# Share images: the engine that draws them, and the fonts.
COPY --from=build /hallway/node_modules/@resvg node_modules/@resvg
COPY --from=build /hallway/node_modules/@fontsource node_modules/@fontsource
COPY --from=build /hallway/node_modules/@fontsource-variable node_modules/@fontsource-variable
COPY --from=build /hallway/dist dist
COPY package.json LICENSE* ./
COPY migrations migrations
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
