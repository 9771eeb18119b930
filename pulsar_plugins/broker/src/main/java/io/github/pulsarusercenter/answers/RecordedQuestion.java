package io.github.pulsarusercenter.answers;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.decision.Decision;
import io.github.pulsarusercenter.events.AccessEvent;
import io.github.pulsarusercenter.events.AccessEventBuilder;
import io.github.pulsarusercenter.events.ResourcePath;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;

/**
 * A question and its caller, as they are recorded.
 *
 * @param attempts true when a denial is recorded as use, whatever the kind
 */
record RecordedQuestion(
    BrokerCall call, String principal, SignInData data, int kind, boolean attempts) {
  private static final int USE = 0;
  private static final Question LOOKUP = Question.of("topic:LOOKUP");

  RecordedQuestion(BrokerCall call, String principal, SignInData data, int kind) {
    this(call, principal, data, kind, call.question() == LOOKUP);
  }

  AccessEvent event(
      long at,
      ResourcePath paths,
      RightsView view,
      Decision decision,
      int dec,
      Reason reason,
      long micros) {
    Credential credential = data == null ? null : data.credential();
    // Behind a proxy the data carries the proxy's credential, not the principal's.
    boolean own = credential != null && credential.principal().equals(principal);
    return AccessEventBuilder.builder()
        .time(at)
        .act(call.question().act())
        .op(call.operation())
        .dec(dec)
        .code(reason.name())
        .kind(eventKind(dec))
        .user(principal)
        .cred(own ? credential.id() : null)
        .via(credential == null || own ? null : credential.principal())
        .sess(data == null ? null : data.session())
        .ip(data == null ? null : data.ip())
        .res(paths.path(call.resource()))
        .rtype(paths.type(call.resource()))
        .sub(call.subscription())
        .grants(decision.grants())
        .roles(decision.roles())
        .rev(view == null ? 0 : view.snapshot().revision())
        .us(micros)
        .build();
  }

  /**
   * A client whose look-up is denied never asks to produce or consume, so the look-up is the
   * attempt.
   */
  private int eventKind(int dec) {
    return dec == Answers.DENIED && attempts ? USE : kind;
  }
}
