<?php
const TOLERANCE_SECONDS = 300;

/** True when Guidepost sent this body, now. $secret is whsec_…; $body is file_get_contents('php://input'). */
function isFromGuidepost(string $secret, array $headers, string $body): bool
{
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = "{$headers['webhook-id']}.{$timestamp}.{$body}";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

// Try it: id, timestamp and signatures as arguments, the body on standard input.
if (PHP_SAPI === 'cli') {
    $headers = array_combine(['webhook-id', 'webhook-timestamp', 'webhook-signature'], array_slice($argv, 1));
    $valid = isFromGuidepost(getenv('CALLBACK_SECRET'), $headers, stream_get_contents(STDIN));
    echo $valid ? "valid\n" : "invalid\n";
}
