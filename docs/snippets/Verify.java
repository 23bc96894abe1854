import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  private static final long TOLERANCE_SECONDS = 300;

  /** True when Guidepost sent this body, now. `secret` is whsec_…; `body` is the bytes exactly as they arrived. */
  static boolean isFromGuidepost(String secret, String id, String timestamp, String signatures, byte[] body)
      throws GeneralSecurityException {
    if (!timestamp.matches("[0-9]{1,12}")) return false;
    long age = Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp));
    if (age > TOLERANCE_SECONDS) return false;

    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    for (String given : signatures.split(" ")) {
      if (MessageDigest.isEqual(expected.getBytes(), given.getBytes())) return true;
    }
    return false;
  }

  /** Try it: id, timestamp and signatures as arguments, the body on standard input. */
  public static void main(String[] args) throws Exception {
    byte[] body = System.in.readAllBytes();
    String secret = System.getenv("CALLBACK_SECRET");
    System.out.println(isFromGuidepost(secret, args[0], args[1], args[2], body) ? "valid" : "invalid");
  }
}
