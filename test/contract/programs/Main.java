import guidepost.ApiClient;
import guidepost.api.AuthenticationApi;
import guidepost.api.GuidesApi;
import guidepost.api.OrdersApi;
import guidepost.model.OrderActionRequest;
import guidepost.model.OrderCreate;
import java.time.LocalDate;

/** A first order with the client that openapi-generator makes for Java's own HTTP client. */
public class Main {
  static ApiClient client(String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("GUIDEPOST_BASE_URL"));
    if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  static String token(String name) throws Exception {
    var request = AuthenticationApi.APIIssueTokenRequest.newBuilder()
        .grantType("client_credentials")
        .clientId(System.getenv(name + "_ID"))
        .clientSecret(System.getenv(name + "_SECRET"))
        .build();
    return new AuthenticationApi(client(null)).issueToken(request).getAccessToken();
  }

  public static void main(String[] args) throws Exception {
    var agency = client(token("AGENCY"));
    var all = GuidesApi.APIListGuidesRequest.newBuilder().build();
    if (new GuidesApi(agency).listGuides(all).getData().getList().isEmpty()) throw new IllegalStateException("no guides");
    var orders = new OrdersApi(agency);
    var order = new OrderCreate()
        .guideId(System.getenv("GUIDE_ID"))
        .tripDate(LocalDate.parse(System.getenv("TRIP_DATE")))
        .tripDays(1)
        .guestCount(2)
        .contactName("Ada Lovelace")
        .contactPhone("+351912345678");
    var creation = OrdersApi.APICreateOrderRequest.newBuilder()
        .orderCreate(order)
        .idempotencyKey(System.getenv("TRIP_DATE") + "-java")
        .build();
    var orderId = orders.createOrder(creation).getData().getOrderId();
    var detail = orders.getOrder(OrdersApi.APIGetOrderRequest.newBuilder().orderId(orderId).build());
    System.out.println("total " + detail.getData().getTotalAmount());
    var confirmation = OrdersApi.APIConfirmOrderRequest.newBuilder()
        .orderId(orderId)
        .orderActionRequest(new OrderActionRequest())
        .build();
    var confirmed = new OrdersApi(client(token("STUDIO"))).confirmOrder(confirmation);
    System.out.println(orderId + " " + confirmed.getData().getStatus());
  }
}
