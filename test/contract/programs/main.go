// A first order with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"

	guidepost "github.com/example/guidepost"
)

func must[T any](value T, answer *http.Response, err error) T {
	if err != nil {
		body := []byte{}
		if answer != nil {
			body, _ = io.ReadAll(answer.Body)
		}
		panic(fmt.Sprintf("%v: %s", err, body))
	}
	return value
}

func main() {
	configuration := guidepost.NewConfiguration()
	configuration.Servers = guidepost.ServerConfigurations{{URL: os.Getenv("GUIDEPOST_BASE_URL")}}
	client := guidepost.NewAPIClient(configuration)
	as := func(id, secret string) context.Context {
		token := must(client.AuthenticationAPI.IssueToken(context.Background()).
			GrantType("client_credentials").ClientId(id).ClientSecret(secret).Execute())
		return context.WithValue(context.Background(), guidepost.ContextAccessToken, token.GetAccessToken())
	}

	agency := as(os.Getenv("AGENCY_ID"), os.Getenv("AGENCY_SECRET"))
	guides := must(client.GuidesAPI.ListGuides(agency).Execute())
	if len(guides.Data.List) == 0 {
		panic("no guides")
	}
	order := guidepost.OrderCreate{ContactName: "Ada Lovelace", ContactPhone: "+351912345678"}
	order.SetGuideId(os.Getenv("GUIDE_ID"))
	order.SetTripDate(os.Getenv("TRIP_DATE"))
	order.SetTripDays(1)
	order.SetGuestCount(2)
	created := must(client.OrdersAPI.CreateOrder(agency).OrderCreate(order).
		IdempotencyKey(os.Getenv("TRIP_DATE") + "-go").Execute())
	orderId := created.Data.OrderId
	fmt.Println("total", must(client.OrdersAPI.GetOrder(agency, orderId).Execute()).Data.TotalAmount)
	studio := as(os.Getenv("STUDIO_ID"), os.Getenv("STUDIO_SECRET"))
	confirmed := must(client.OrdersAPI.ConfirmOrder(studio, orderId).
		OrderActionRequest(guidepost.OrderActionRequest{}).Execute())
	fmt.Println(orderId, confirmed.Data.Status)
}
