package app

import (
	"os"
	"regexp"
	"testing"
)

// TestAgreementVersion_IsTheLaterOfTermsAndPrivacy compares what sign-up records with the versions that the two pages show.
func TestAgreementVersion_IsTheLaterOfTermsAndPrivacy(t *testing.T) {
	source, err := os.ReadFile("../../web/src/features/legal/versions.ts")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`(?:terms|privacy)Version = '(\d{4}-\d\d-\d\d)'`).FindAllSubmatch(source, -1)
	if len(shown) != 2 {
		t.Fatalf("the pages show %d versions, want two", len(shown))
	}
	if want := max(string(shown[0][1]), string(shown[1][1])); agreementVersion != want {
		t.Errorf("sign-up records %s, and the pages were last changed on %s", agreementVersion, want)
	}
}
