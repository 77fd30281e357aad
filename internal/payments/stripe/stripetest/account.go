package stripetest

import "net/http"

func (s *Stripe) accountDoc() doc {
	a := s.account
	return doc{
		"id": a.ID, "object": "account", "business_type": "non_profit", "charges_enabled": a.Charges, "country": a.Country,
		"default_currency": a.Currency, "details_submitted": true, "email": a.Email, "payouts_enabled": true, "type": "standard",
		"created": int64(1_700_000_000), "capabilities": doc{"card_payments": "active", "sepa_debit_payments": "active"},
		"business_profile": doc{
			"annual_revenue": nil, "estimated_worker_count": nil, "mcc": nil, "name": a.Name, "product_description": nil,
			"support_address": nil, "support_email": nil, "support_phone": nil, "support_url": nil, "url": nil,
		},
	}
}

func readAccount(c *call) (any, error) { return c.accountDoc(), nil }

// routes are what the stand-in carries out.
func routes() []route {
	const get, post, del = http.MethodGet, http.MethodPost, http.MethodDelete
	return []route{
		{get, "/v1/account", "accounts_kyc_basic", readAccount},

		{post, "/v1/customers", "customer", createCustomer},
		{get, "/v1/customers", "customer", listCustomers},
		{get, "/v1/customers/{customer}", "customer", readCustomer},
		{post, "/v1/customers/{customer}", "customer", updateCustomer},
		{del, "/v1/customers/{customer}", "customer", deleteCustomer},

		{post, "/v1/checkout/sessions", "checkout_session", createSession},
		{get, "/v1/checkout/sessions", "checkout_session", listSessions},
		{get, "/v1/checkout/sessions/{session}", "checkout_session", readSession},
		{post, "/v1/checkout/sessions/{session}", "checkout_session", updateSession},
		{post, "/v1/checkout/sessions/{session}/expire", "checkout_session", expireSession},
		{get, "/v1/checkout/sessions/{session}/line_items", "checkout_session", listLineItems},

		{post, "/v1/payment_intents", "payment_intent", createIntent},
		{get, "/v1/payment_intents", "payment_intent", listIntents},
		{get, "/v1/payment_intents/{intent}", "payment_intent", readIntent},
		{post, "/v1/payment_intents/{intent}", "payment_intent", updateIntent},
		{post, "/v1/payment_intents/{intent}/confirm", "payment_intent", confirmIntent},
		{post, "/v1/payment_intents/{intent}/cancel", "payment_intent", cancelIntent},

		{get, "/v1/charges", "charge", listCharges},
		{get, "/v1/charges/{charge}", "charge", readCharge},

		{post, "/v1/refunds", "charge", createRefund},
		{get, "/v1/refunds", "charge", listRefunds},
		{get, "/v1/refunds/{refund}", "charge", readRefund},
		{post, "/v1/refunds/{refund}", "charge", updateRefund},

		{get, "/v1/disputes", "dispute", listDisputes},
		{get, "/v1/disputes/{dispute}", "dispute", readDispute},
		{post, "/v1/disputes/{dispute}", "dispute", answerDispute},
		{post, "/v1/disputes/{dispute}/close", "dispute", acceptDispute},

		{get, "/v1/balance_transactions", "balance_transaction", listTransactions},
		{get, "/v1/balance_transactions/{id}", "balance_transaction", readTransaction},

		{get, "/v1/events", "event", listEvents},
		{get, "/v1/events/{id}", "event", readEvent},

		{get, "/v1/webhook_endpoints", "webhook", listEndpoints},
		{get, "/v1/webhook_endpoints/{webhook_endpoint}", "webhook", readEndpoint},
	}
}
