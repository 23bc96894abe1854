"""A first order with the client that openapi-generator makes for Python."""

import datetime
import os

import openapi_client as guidepost

URL = os.environ["GUIDEPOST_BASE_URL"]


def client_of(name: str) -> guidepost.ApiClient:
    anybody = guidepost.ApiClient(guidepost.Configuration(host=URL))
    token = guidepost.AuthenticationApi(anybody).issue_token(
        "client_credentials", os.environ[f"{name}_ID"], os.environ[f"{name}_SECRET"]
    )
    return guidepost.ApiClient(guidepost.Configuration(host=URL, access_token=token.access_token))


agency = client_of("AGENCY")
assert guidepost.GuidesApi(agency).list_guides().data.list
orders = guidepost.OrdersApi(agency)
order = guidepost.OrderCreate(
    guideId=os.environ["GUIDE_ID"],
    tripDate=datetime.date.fromisoformat(os.environ["TRIP_DATE"]),
    tripDays=1,
    guestCount=2,
    contactName="Ada Lovelace",
    contactPhone="+351912345678",
)
created = orders.create_order(order, f"{os.environ['TRIP_DATE']}-openapi-generator")
order_id = created.data.order_id
print("total", orders.get_order(order_id).data.total_amount)
studio = guidepost.OrdersApi(client_of("STUDIO"))
confirmed = studio.confirm_order(order_id, order_action_request=guidepost.OrderActionRequest())
print(order_id, confirmed.data.status.value)
