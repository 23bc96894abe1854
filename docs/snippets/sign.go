package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
)

// A RequestToSign is below the platform's public address; a header that is not sent is nil.
type RequestToSign struct {
	Method, URL, Timestamp, Nonce string
	OnBehalfOf, IdempotencyKey    *string
	Body                          []byte
}

// signatureOf makes X-Signature. The secret is the app_secret, sk_….
func signatureOf(secret string, r RequestToSign) (string, error) {
	target, err := url.Parse(r.URL)
	if err != nil {
		return "", err
	}
	defaultPort := map[string]string{"https": ":443", "http": ":80"}[target.Scheme]
	path := target.EscapedPath()
	parameters := slices.DeleteFunc(strings.Split(target.RawQuery, "&"), func(p string) bool { return p == "" })
	if slices.Sort(parameters); len(parameters) > 0 {
		path += "?" + strings.Join(parameters, "&")
	}
	hash := sha256.Sum256(r.Body)
	canonical := strings.Join([]string{
		"v2",
		r.Timestamp,
		r.Nonce,
		strings.ToUpper(r.Method),
		path,
		"host:" + strings.TrimSuffix(strings.ToLower(target.Host), defaultPort),
		header("on-behalf-of", r.OnBehalfOf),
		header("idempotency-key", r.IdempotencyKey),
		hex.EncodeToString(hash[:]),
	}, "\n")
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(canonical))
	return "v2=" + hex.EncodeToString(mac.Sum(nil)), nil
}

func header(name string, value *string) string {
	if value == nil {
		return name
	}
	return name + ":" + *value
}

// Try it: method, URL, timestamp and nonce as arguments, the body on standard input.
func main() {
	sent := func(name string) *string {
		if value, isSent := os.LookupEnv(name); isSent {
			return &value
		}
		return nil
	}
	body, _ := io.ReadAll(os.Stdin)
	request := RequestToSign{os.Args[1], os.Args[2], os.Args[3], os.Args[4], sent("ON_BEHALF_OF"), sent("IDEMPOTENCY_KEY"), body}
	signature, err := signatureOf(os.Getenv("CLIENT_SECRET"), request)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(signature)
}
