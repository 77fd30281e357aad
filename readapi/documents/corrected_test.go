package documents

import "testing"

// An address that was copied with what stands around it in a sentence, or typed in capitals, is found (Found50).
func TestFound50_Corrected(t *testing.T) {
	for in, want := range map[string]string{
		"/campaign/well": "/campaign/well", "/Campaign/WELL": "/campaign/well", "/campaign/well.": "/campaign/well",
		"/campaign/well)": "/campaign/well", "/campaign/well,": "/campaign/well", "/campaign/well\u200b": "/campaign/well",
		"/campaign/well’).": "/campaign/well", "/campaign/l-eau-2": "/campaign/l-eau-2", "/": "/", "/explore/": "/explore/", "/.": "/",
	} {
		if got := corrected(in); got != want {
			t.Errorf("%q is corrected to %q, not %q", in, got, want)
		}
	}
}
