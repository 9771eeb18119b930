import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.*;

/** A web application as Spring Boot sets it up: every page wants somebody who is signed in. */
@EnableAutoConfiguration
@RestController
public class SpringProgram {
    public static void main(String[] settings) {
        SpringApplication.run(SpringProgram.class, settings);
    }

    @GetMapping("/")
    String page(@AuthenticationPrincipal OidcUser user) {
        return user.getFullName();
    }
}
