package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// keyOf gives the key in whsec_…, or an error where it is missing or short: with an empty key anybody can sign.
func keyOf(secret string) ([]byte, error) {
	encoded, isSecret := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !isSecret || err != nil || len(key) < 24 {
		return nil, errors.New("CALLBACK_SECRET must be whsec_ and at least 24 bytes in base64")
	}
	return key, nil
}

// isFromGuidepost reports whether Guidepost sent this body, now. The body is the bytes exactly as they arrived.
func isFromGuidepost(key []byte, headers http.Header, body []byte) bool {
	timestamp := headers.Get("webhook-timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-sent)) > toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", headers.Get("webhook-id"), timestamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

func main() {
	key, err := keyOf(os.Getenv("CALLBACK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		code := http.StatusBadRequest
		if err == nil && isFromGuidepost(key, request.Header, body) {
			code = http.StatusOK
		}
		// Here it is stored under its notificationId, since it may come twice. The work comes after the answer.
		response.Header().Set("content-type", "application/json")
		response.WriteHeader(code)
		fmt.Fprintf(response, `{"code":%d}`, code)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
