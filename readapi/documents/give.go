package documents

import (
	"crypto/rand"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/platform"
	"github.com/callup/callup/readapi/read"
)

// giveData is what the template "give" shows.
type giveData struct {
	campaigns.CampaignDetail
	Form giftForm
}

const (
	givePath = "/give"
	maxForm  = 16 << 10 // bytes
	// The bounds of a key, as the API has them.
	minKey, maxKey = 16, 128
)

// give shows the form that works without the web app. The campaign's page leads here with what was chosen there.
func (s *Documents) give(w http.ResponseWriter, r *http.Request) {
	lang := languageOf(r)
	found, ok := s.find(w, r, lang, givePath, s.screen(campaignScreen))
	if !ok {
		return
	}
	if standingOf(found.CampaignCard) != open {
		toCampaign(w, r, found)
		return
	}
	s.showForm(w, r, http.StatusOK, found, readGift(r.URL.Query(), found.Currency), nil)
}

// giveNow takes the form. It leads to the payment, or shows the form again with what is wrong.
func (s *Documents) giveNow(w http.ResponseWriter, r *http.Request) {
	lang := languageOf(r)
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	failed := r.ParseForm()
	found, err := s.campaignNamed(r.Context(), chi.URLParam(r, "slug"))
	if err != nil {
		s.find(w, r, lang, givePath, s.screen(campaignScreen)) // says so
		return
	}
	form := readGift(r.PostForm, found.Currency)
	key := fieldText(r.PostForm, "key")
	if failed != nil || len(key) < minKey || len(key) > maxKey {
		s.showForm(w, r, http.StatusBadRequest, found, form,
			domain.Refuse(domain.Invalid, "invalid_request", "The form was not whole."))
		return
	}
	gift, ok := form.gift(found.ID, lang)
	if !ok {
		s.showForm(w, r, http.StatusUnprocessableEntity, found, form,
			domain.RefuseField("amount", "amount_not_positive", "This is no amount."))
		return
	}
	payment, err := s.c.Give(r.Context(), key, gift)
	if err != nil {
		s.showForm(w, r, s.c.Problems.From(r.Context(), err).Status, found, form, err)
		return
	}
	s.payable(w)
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, payment, http.StatusSeeOther)
}

// toCampaign leads to a campaign's page, which says why nothing can be given.
func toCampaign(w http.ResponseWriter, r *http.Request, c campaigns.CampaignDetail) {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/campaign/"+c.Slug, http.StatusSeeOther)
}

// showForm shows the form, filled in, with what went wrong if something did. Each time it carries a key of its own, so
// no cache may keep it.
func (s *Documents) showForm(
	w http.ResponseWriter, r *http.Request, status int, c campaigns.CampaignDetail, f filled, wrong error,
) {
	ctx, lang := r.Context(), languageOf(r)
	settings, err := platform.Installation.Answer(ctx, s.c.Service, read.Viewer{}, struct{}{})
	of := s.screen(campaignScreen)
	if err != nil {
		s.failed(w, r, lang, s.head(lang, of), of.Page, err)
		return
	}
	form := newGiftForm(lang, c, settings, f, false)
	form.Key = rand.Text()
	if r.URL.Query().Get("lng") == lang {
		form.Lang = lang
	}
	if wrong != nil {
		s.explain(lang, &form, r, wrong)
	}
	if c.Title == "" {
		c.Title, c.Lang = s.texts[lang].CampaignErased, lang
	}
	s.payable(w)
	s.write(w, r, document{
		status: status, lang: lang, path: "/campaign/" + c.Slug, title: c.Title, about: c.Description, hidden: true,
		template: "give", module: of.Page, plain: true, settings: &settings, data: giveData{c, form},
	})
}

// explain puts a refusal into the reader's words: on its fields, and what concerns none of them above the form.
func (s *Documents) explain(lang string, form *giftForm, r *http.Request, wrong error) {
	w, p := s.words[lang], s.c.Problems.From(r.Context(), wrong)
	form.Faults = map[string]string{}
	for _, e := range p.Errors {
		form.Faults[e.Field] = w.problem(e.Code, e.Args)
	}
	form.Error, form.Advice = w.problem(p.Code, p.Args), w["problems:advice.refused"]
	switch {
	case p.Status == http.StatusTooManyRequests:
		form.Advice = w["problems:advice.wait"]
	case p.Status >= http.StatusInternalServerError:
		form.Advice = w["campaign:give.paymentAdvice"]
	case len(p.Errors) > 0:
		form.Advice = w["problems:advice.input"]
	}
}

// payable lets the form lead to the payment page: Chromium asks the policy about the redirect after a form, too.
func (s *Documents) payable(w http.ResponseWriter) {
	const own = "form-action 'self'"
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), own, own+" "+s.c.PublicURL, 1))
}
