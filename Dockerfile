# syntax=docker/dockerfile:1
# One image for every part; the command picks which:
#   node api/server.ts           the API (the default)
#   node console/server/server.ts  the console
#   node activities/worker.ts    workers, with WORKER_ROLES
#   node db/migrate.ts           brings the schema up to date, and ends
#   node admin/index.ts COMMAND  the operators' commands
#   node tools/replay/index.ts --open  would running orders go on with this image?
# Nothing secret is in it: what the parts need comes from the environment (lib/config.ts).

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# The documentation's site, the console's pages, what integrators install; what builds them stays behind.
FROM base AS pages
COPY package.json package-lock.json trim-packages.js ./
COPY packages/cli/package.json packages/cli/
COPY packages/sdk/package.json packages/sdk/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM base AS build
COPY package.json package-lock.json trim-packages.js ./
# Their folders have to be there for npm; nothing of them runs in the image.
COPY packages/cli/package.json packages/cli/
COPY packages/sdk/package.json packages/sdk/
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# Bundled once here instead of at every start of a worker.
RUN node --input-type=module -e "\
  import { writeFileSync } from 'node:fs'; \
  import { bundleWorkflows } from './activities/workers.ts'; \
  writeFileSync('workflow-bundle.js', (await bundleWorkflows()).code);"
RUN rm -rf trim-packages.js docs console/web tools/site packages/build.ts packages/stamp.ts packages/*/src packages/*/scripts packages/*/*.md packages/*/LICENSE *.md LICENSE docker-compose.yml

FROM base
COPY --from=build /app ./
COPY --from=pages /app/tools/site/dist tools/site/dist
COPY --from=pages /app/console/web/dist console/web/dist
COPY --from=pages /app/packages/dist packages/dist
# Merchants' names are resolved on libuv's threads; with the default of 4 a few slow name servers would hold up all.
ENV HOST=0.0.0.0 \
    PORT=8080 \
    WORKFLOW_BUNDLE=/app/workflow-bundle.js \
    UV_THREADPOOL_SIZE=16
USER node
EXPOSE 8080
# A worker answers on WORKER_HEALTH_PORT, the API on PORT.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WORKER_HEALTH_PORT || process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/server.ts"]
