// A first order with the client that oapi-codegen makes.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"example.com/first/guidepost"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func to[T any](value T) *T { return &value }

func as(id, secret string) *guidepost.ClientWithResponses {
	address := os.Getenv("GUIDEPOST_BASE_URL")
	anybody := must(guidepost.NewClientWithResponses(address))
	token := must(anybody.IssueTokenWithFormdataBodyWithResponse(context.Background(), guidepost.TokenRequest{
		GrantType: "client_credentials", ClientId: &id, ClientSecret: &secret,
	})).JSON200
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token.AccessToken)
		return nil
	}
	return must(guidepost.NewClientWithResponses(address, guidepost.WithRequestEditorFn(bearer)))
}

func main() {
	ctx := context.Background()
	agency := as(os.Getenv("AGENCY_ID"), os.Getenv("AGENCY_SECRET"))
	guides := must(agency.ListGuidesWithResponse(ctx, &guidepost.ListGuidesParams{}))
	if len(guides.JSON200.Data.List) == 0 {
		panic("no guides")
	}
	day := must(time.Parse(time.DateOnly, os.Getenv("TRIP_DATE")))
	key := os.Getenv("TRIP_DATE") + "-oapi-codegen"
	created := must(agency.CreateOrderWithResponse(ctx, &guidepost.CreateOrderParams{IdempotencyKey: &key}, guidepost.OrderCreate{
		GuideId:      to(os.Getenv("GUIDE_ID")),
		TripDate:     &openapi_types.Date{Time: day},
		TripDays:     to(1),
		GuestCount:   to(2),
		ContactName:  "Ada Lovelace",
		ContactPhone: "+351912345678",
	}))
	if created.JSON200 == nil {
		panic(string(created.Body))
	}
	orderId := created.JSON200.Data.OrderId
	fmt.Println("total", must(agency.GetOrderWithResponse(ctx, orderId)).JSON200.Data.TotalAmount)
	studio := as(os.Getenv("STUDIO_ID"), os.Getenv("STUDIO_SECRET"))
	confirmed := must(studio.ConfirmOrderWithResponse(ctx, orderId, &guidepost.ConfirmOrderParams{}, guidepost.OrderActionRequest{}))
	fmt.Println(orderId, confirmed.JSON200.Data.Status)
}
