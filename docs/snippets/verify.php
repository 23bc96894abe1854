<?php
const TOLERANCE_SECONDS = 300;

/** The key in whsec_…; throws where it is missing or short: with an empty key anybody can sign. */
function keyOf(string $secret): string
{
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if (!str_starts_with($secret, 'whsec_') || $key === false || strlen($key) < 24) {
        throw new InvalidArgumentException('CALLBACK_SECRET must be whsec_ and at least 24 bytes in base64');
    }
    return $key;
}

/** True when Guidepost sent this body, now. $headers has names in lower case; $body is what arrived, byte for byte. */
function isFromGuidepost(string $key, array $headers, string $body): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "{$id}.{$timestamp}.{$body}", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

// Until it is verified, whatever goes wrong is no acknowledgement.
http_response_code(500);
header('content-type: application/json');
$key = keyOf(getenv('CALLBACK_SECRET') ?: '');
// FPM and CGI write names as Webhook-Id.
$headers = array_change_key_case(getallheaders(), CASE_LOWER);
$code = isFromGuidepost($key, $headers, file_get_contents('php://input')) ? 200 : 400;
// Here it is stored under its notificationId, since it may come twice. The work comes after the answer.
http_response_code($code);
echo json_encode(['code' => $code]);
