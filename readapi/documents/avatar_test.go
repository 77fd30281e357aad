package documents

import "testing"

func TestUnbroken_KeepsWordsWithAHyphenWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"A roof for Saint-Roch <b>":        `A roof for <span class="nw">Saint-Roch</span> &lt;b&gt;`,
		"Qu’est-ce qu’un Callup":           `<span class="nw">Qu’est-ce</span> qu’un Callup`,
		"A word-that-would-widen-the-page": "A word-that-would-widen-the-page",
	} {
		if got := string(unbroken(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
