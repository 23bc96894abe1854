import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  private static final long TOLERANCE_SECONDS = 300;

  /** The key in whsec_…; throws where it is missing or short: with an empty key anybody can sign. */
  static SecretKeySpec keyOf(String secret) {
    boolean isSecret = secret != null && secret.startsWith("whsec_");
    byte[] key = isSecret ? Base64.getDecoder().decode(secret.substring("whsec_".length())) : new byte[0];
    if (key.length >= 24) return new SecretKeySpec(key, "HmacSHA256");
    throw new IllegalArgumentException("CALLBACK_SECRET must be whsec_ and at least 24 bytes in base64");
  }

  /** True when Guidepost sent this body, now. `body` is the bytes exactly as they arrived. */
  static boolean isFromGuidepost(SecretKeySpec key, Headers headers, byte[] body) throws GeneralSecurityException {
    String id = headers.getFirst("webhook-id");
    String timestamp = headers.getFirst("webhook-timestamp");
    String signatures = headers.getFirst("webhook-signature");
    if (timestamp == null || signatures == null || !timestamp.matches("[0-9]{1,12}")) return false;
    long age = Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp));
    if (age > TOLERANCE_SECONDS) return false;

    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(key);
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    for (String given : signatures.split(" ")) {
      if (MessageDigest.isEqual(expected.getBytes(), given.getBytes())) return true;
    }
    return false;
  }

  public static void main(String[] args) throws Exception {
    SecretKeySpec key = keyOf(System.getenv("CALLBACK_SECRET"));
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/", exchange -> {
      try (exchange) {
        int code = isFromGuidepost(key, exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes()) ? 200 : 400;
        // Here it is stored under its notificationId, since it may come twice. The work comes after the answer.
        byte[] answer = ("{\"code\":" + code + "}").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(code, answer.length);
        exchange.getResponseBody().write(answer);
      } catch (GeneralSecurityException error) {
        throw new IllegalStateException(error);
      }
    });
    server.start();
  }
}
