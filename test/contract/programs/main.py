"""A first order with the client that openapi-python-client makes."""

import datetime
import os

from guidepost_client import AuthenticatedClient, Client
from guidepost_client.api.authentication import issue_token
from guidepost_client.api.guides import list_guides
from guidepost_client.api.orders import confirm_order, create_order, get_order
from guidepost_client.models import OrderActionRequest, OrderCreate, TokenRequest

URL = os.environ["GUIDEPOST_BASE_URL"]


def client_of(name: str) -> AuthenticatedClient:
    body = TokenRequest(
        grant_type="client_credentials",
        client_id=os.environ[f"{name}_ID"],
        client_secret=os.environ[f"{name}_SECRET"],
    )
    token = issue_token.sync(client=Client(base_url=URL), body=body)
    return AuthenticatedClient(base_url=URL, token=token.access_token)


agency = client_of("AGENCY")
assert list_guides.sync(client=agency).data.list_
order = OrderCreate(
    guide_id=os.environ["GUIDE_ID"],
    trip_date=datetime.date.fromisoformat(os.environ["TRIP_DATE"]),
    trip_days=1,
    guest_count=2,
    contact_name="Ada Lovelace",
    contact_phone="+351912345678",
)
created = create_order.sync(client=agency, body=order, idempotency_key=f"{os.environ['TRIP_DATE']}-python")
order_id = created.data.order_id
print("total", get_order.sync(order_id, client=agency).data.total_amount)
confirmed = confirm_order.sync(order_id, client=client_of("STUDIO"), body=OrderActionRequest())
print(order_id, confirmed.data.status)
