# syntax=docker/dockerfile:1
# Stripe's smokescreen, the way out for callbacks and calendars (docs/security.md, "The way out"): it publishes no image of its own.
# docker build --file deploy/egress.Dockerfile --tag guidepost-egress deploy

FROM golang:1.25-bookworm AS build
RUN CGO_ENABLED=0 go install github.com/stripe/smokescreen@v0.1.0

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /go/bin/smokescreen /smokescreen
EXPOSE 4750
# It allows public addresses alone, by their address after the name was resolved, and connects to that very address.
ENTRYPOINT ["/smokescreen"]
