// A first order with the client that ogen makes.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"example.com/first/guidepost"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

type bearer string

func (token bearer) Bearer(context.Context, guidepost.OperationName) (guidepost.Bearer, error) {
	return guidepost.Bearer{Token: string(token)}, nil
}

func as(id, secret string) *guidepost.Client {
	address := os.Getenv("GUIDEPOST_BASE_URL")
	anybody := must(guidepost.NewClient(address, bearer("")))
	token := must(anybody.IssueToken(context.Background(), &guidepost.TokenRequest{
		GrantType:    "client_credentials",
		ClientID:     guidepost.NewOptString(id),
		ClientSecret: guidepost.NewOptString(secret),
	})).(*guidepost.TokenResponseHeaders)
	return must(guidepost.NewClient(address, bearer(token.Response.AccessToken)))
}

func main() {
	ctx := context.Background()
	agency := as(os.Getenv("AGENCY_ID"), os.Getenv("AGENCY_SECRET"))
	day := must(time.Parse(time.DateOnly, os.Getenv("TRIP_DATE")))
	created := must(agency.CreateOrder(ctx, &guidepost.OrderCreate{
		GuideId:      guidepost.NewOptGuideId(guidepost.GuideId(os.Getenv("GUIDE_ID"))),
		TripDate:     guidepost.NewOptDate(day),
		TripDays:     guidepost.NewOptInt(1),
		GuestCount:   guidepost.NewOptInt(2),
		ContactName:  "Ada Lovelace",
		ContactPhone: "+351912345678",
	}, guidepost.CreateOrderParams{IdempotencyKey: guidepost.NewOptString(os.Getenv("TRIP_DATE") + "-ogen")})).(*guidepost.OrderAnswerHeaders)
	orderId := created.Response.Data.OrderId
	order := must(agency.GetOrder(ctx, guidepost.GetOrderParams{OrderId: orderId})).(*guidepost.OrderResponseHeaders)
	fmt.Println("total", order.Response.Data.TotalAmount)
	studio := as(os.Getenv("STUDIO_ID"), os.Getenv("STUDIO_SECRET"))
	confirmed := must(studio.ConfirmOrder(ctx, guidepost.NewOptOrderActionRequest(guidepost.OrderActionRequest{}),
		guidepost.ConfirmOrderParams{OrderId: orderId})).(*guidepost.OrderAnswerHeaders)
	fmt.Println(orderId, confirmed.Response.Data.Status)
}
