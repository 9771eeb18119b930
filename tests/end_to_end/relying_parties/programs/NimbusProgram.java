import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.*;
import com.nimbusds.oauth2.sdk.auth.*;
import com.nimbusds.oauth2.sdk.id.*;
import com.nimbusds.oauth2.sdk.pkce.*;
import com.nimbusds.openid.connect.sdk.*;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.net.URI;
import java.util.Scanner;

/** A relying party on Nimbus: prints where the browser goes, reads where it came back to, prints who it is. */
public class NimbusProgram {
    public static void main(String[] given) throws Exception {
        var center = OIDCProviderMetadata.resolve(new Issuer(given[0]));
        var client = new ClientID(given[1]);
        var redirect = new URI(given[3]);
        var verifier = new CodeVerifier();
        var state = new State();
        var nonce = new Nonce();
        var asked = new AuthenticationRequest.Builder(
                new ResponseType("code"), new Scope("openid", "profile"), client, redirect);
        asked.endpointURI(center.getAuthorizationEndpointURI()).state(state).nonce(nonce);
        System.out.println(asked.codeChallenge(verifier, CodeChallengeMethod.S256).build().toURI());
        var back = AuthenticationResponseParser.parse(new URI(new Scanner(System.in).nextLine())).toSuccessResponse();
        if (!state.equals(back.getState()) || !center.getIssuer().equals(back.getIssuer())) {
            throw new IllegalStateException("another state or issuer");
        }
        var secret = new ClientSecretBasic(client, new Secret(given[2]));
        var grant = new AuthorizationCodeGrant(back.getAuthorizationCode(), redirect, verifier);
        var request = new TokenRequest.Builder(center.getTokenEndpointURI(), secret, grant).build();
        var tokens = OIDCTokenResponse.parse(request.toHTTPRequest().send()).getOIDCTokens();
        var keys = center.getJWKSetURI().toURL();
        new IDTokenValidator(center.getIssuer(), client, JWSAlgorithm.RS256, keys).validate(tokens.getIDToken(), nonce);
        var told = new UserInfoRequest(center.getUserInfoEndpointURI(), tokens.getAccessToken());
        var user = UserInfoResponse.parse(told.toHTTPRequest().send()).toSuccessResponse().getUserInfo();
        System.out.println(user.getName());
    }
}
