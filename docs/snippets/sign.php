<?php
const DEFAULT_PORTS = ['https' => 443, 'http' => 80];

/**
 * X-Signature of a request. $secret is the app_secret, sk_…; $url is below the platform's public address, as it is sent; a header
 * that is not sent is null.
 */
function signatureOf(
    string $secret,
    string $method,
    string $url,
    string $timestamp,
    string $nonce,
    string $body,
    ?string $onBehalfOf = null,
    ?string $idempotencyKey = null,
): string {
    $parts = parse_url($url);
    $port = $parts['port'] ?? DEFAULT_PORTS[$parts['scheme']];
    $host = strtolower($parts['host']) . ($port === DEFAULT_PORTS[$parts['scheme']] ? '' : ":$port");
    $parameters = array_filter(explode('&', $parts['query'] ?? ''), fn ($parameter) => $parameter !== '');
    sort($parameters, SORT_STRING);
    $canonical = implode("\n", [
        'v2',
        $timestamp,
        $nonce,
        strtoupper($method),
        $parts['path'] . ($parameters ? '?' . implode('&', $parameters) : ''),
        "host:$host",
        $onBehalfOf === null ? 'on-behalf-of' : "on-behalf-of:$onBehalfOf",
        $idempotencyKey === null ? 'idempotency-key' : "idempotency-key:$idempotencyKey",
        hash('sha256', $body),
    ]);
    return 'v2=' . hash_hmac('sha256', $canonical, $secret);
}

// Try it: method, URL, timestamp and nonce as arguments, the body on standard input.
if (PHP_SAPI === 'cli') {
    $header = fn (string $name) => getenv($name) === false ? null : getenv($name);
    [, $method, $url, $timestamp, $nonce] = $argv;
    $body = stream_get_contents(STDIN);
    $headers = [$header('ON_BEHALF_OF'), $header('IDEMPOTENCY_KEY')];
    echo signatureOf(getenv('CLIENT_SECRET'), $method, $url, $timestamp, $nonce, $body, ...$headers), "\n";
}
