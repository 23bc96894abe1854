package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// isFromGuidepost tells whether Guidepost sent this body, now. The secret is whsec_…; the body is the bytes exactly as
// they arrived.
func isFromGuidepost(secret, id, timestamp, signatures string, body []byte) bool {
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-sent)) > toleranceSeconds {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

// Try it: id, timestamp and signatures as arguments, the body on standard input.
func main() {
	body, _ := io.ReadAll(os.Stdin)
	if isFromGuidepost(os.Getenv("CALLBACK_SECRET"), os.Args[1], os.Args[2], os.Args[3], body) {
		fmt.Println("valid")
	} else {
		fmt.Println("invalid")
	}
}
