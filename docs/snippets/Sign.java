import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Sign {
  /**
   * X-Signature of a request. `secret` is the app_secret, sk_…; `url` is below the platform's public address, as it is sent; a
   * header that is not sent is null.
   */
  static String signatureOf(
      String secret, String method, URI url, String timestamp, String nonce, byte[] body, String onBehalfOf, String idempotencyKey)
      throws GeneralSecurityException {
    boolean isDefaultPort = url.getPort() == -1 || url.getPort() == (url.getScheme().equals("https") ? 443 : 80);
    String host = url.getHost().toLowerCase(Locale.ROOT) + (isDefaultPort ? "" : ":" + url.getPort());
    String query = url.getRawQuery() == null ? "" : url.getRawQuery();
    String sorted =
        Arrays.stream(query.split("&")).filter(parameter -> !parameter.isEmpty()).sorted().collect(Collectors.joining("&"));

    String canonical =
        String.join(
            "\n",
            "v2",
            timestamp,
            nonce,
            method.toUpperCase(Locale.ROOT),
            sorted.isEmpty() ? url.getRawPath() : url.getRawPath() + "?" + sorted,
            "host:" + host,
            onBehalfOf == null ? "on-behalf-of" : "on-behalf-of:" + onBehalfOf,
            idempotencyKey == null ? "idempotency-key" : "idempotency-key:" + idempotencyKey,
            HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body)));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return "v2=" + HexFormat.of().formatHex(mac.doFinal(canonical.getBytes(StandardCharsets.UTF_8)));
  }

  /** Try it: method, URL, timestamp and nonce as arguments, the body on standard input. */
  public static void main(String[] args) throws Exception {
    byte[] body = System.in.readAllBytes();
    String onBehalfOf = System.getenv("ON_BEHALF_OF");
    String idempotencyKey = System.getenv("IDEMPOTENCY_KEY");
    String secret = System.getenv("CLIENT_SECRET");
    URI url = URI.create(args[1]);
    System.out.println(signatureOf(secret, args[0], url, args[2], args[3], body, onBehalfOf, idempotencyKey));
  }
}
