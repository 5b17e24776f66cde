# flightdesk serve in a container. Settings, ledger and reports lie in the volume; all else may be read-only:
#   docker run --read-only --tmpfs /tmp -v desk:/home/flightdesk flightdesk
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
RUN npm ci --ignore-scripts
COPY src src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY prompts prompts
COPY policies policies
COPY schemas schemas
COPY inventory inventory
COPY answer-schemas answer-schemas
COPY languages languages
COPY examples/exchange.yaml examples/exchange.yaml
COPY LICENSE NOTICE ./
RUN ln -s /app/dist/cli/main.js /usr/local/bin/flightdesk && chmod +x dist/cli/main.js \
  && useradd --uid 10001 --create-home --home-dir /home/flightdesk flightdesk
USER flightdesk
WORKDIR /home/flightdesk
VOLUME /home/flightdesk
EXPOSE 4480
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4480/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["flightdesk"]
CMD ["serve"]
