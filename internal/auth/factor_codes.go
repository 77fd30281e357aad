package auth

import (
	"crypto/subtle"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

// How the codes of an app come about (RFC 6238), as every app takes it for granted.
const (
	appDigits = 6
	appStep   = 30 * time.Second
	appIssuer = "Callup"
)

// codeAt is the code of an app for a step: half minutes since 1970.
func codeAt(secret string, step int64) (string, error) {
	if step < 0 {
		return "", fmt.Errorf("step %d lies before 1970", step)
	}
	return hotp.GenerateCodeCustom(secret, uint64(step), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
}

// stepOf finds the step a code belongs to, among the present one and those beside it: clocks differ, and people type slowly.
func stepOf(secret, code string, now time.Time) (step int64, fits bool, err error) {
	present := now.Unix() / int64(appStep/time.Second)
	for _, candidate := range []int64{present, present - 1, present + 1} {
		right, err := codeAt(secret, candidate)
		if err != nil {
			return 0, false, fmt.Errorf("making the code of a second factor: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 1 {
			step, fits = candidate, true
		}
	}
	return step, fits, nil
}

// factorURI is what an app scans (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
func factorURI(email, secret string) string {
	q := url.Values{"secret": {secret}, "issuer": {appIssuer}}
	return "otpauth://totp/" + appIssuer + ":" + url.PathEscape(email) + "?" + q.Encode()
}

// qrPath draws text as a QR code: the path of an SVG of side units, with a quiet zone of four of them.
func qrPath(text string) (path string, side int, err error) {
	const quiet = 4
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", 0, fmt.Errorf("drawing a QR code: %w", err)
	}
	var b strings.Builder
	size := code.Bounds().Dx()
	for y := range size {
		for x := range size {
			if r, _, _, _ := code.At(x, y).RGBA(); r == 0 {
				b.WriteString("M" + strconv.Itoa(x+quiet) + " " + strconv.Itoa(y+quiet) + "h1v1h-1z")
			}
		}
	}
	return b.String(), size + 2*quiet, nil
}
