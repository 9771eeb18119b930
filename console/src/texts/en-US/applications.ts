import type { Texts } from "../texts";

export const applications: Texts["applications"] = {
  authorizeTitle: "Sign in to an application",
  goingOn: "On the way to the application…",
  wantsIn: (name) => `${name} asks to sign you in`,
  address: "Goes on at",
  registered: "Registered",
  clientId: "Client id",
  account: "Your account",
  gets: "It gets",
  scopes: {
    openid: "your user name, and when and how you signed in",
    profile: "your display name",
    email: "your e-mail address, if the center knows one",
    offline_access: "access while you are away, until you end it",
  },
  opens: {
    brokers: "connections to Pulsar in your name, with everything you may do there",
    api: "the user center's API in your name, with everything you may do there",
  },
  warning: "This is no application of your company. Allow it only if you trust it.",
  allow: "Allow",
  signIn: "Go on",
  cancel: "Cancel",
  otherAccount: "Use another account",
  errors: {
    unknown_application: "This application is not registered here, or its request is wrong.",
    unknown_redirect_uri: "The application asks to return to an address that is not registered.",
  },
  error: "The sign-in cannot begin",
  errorHint:
    "You were not sent anywhere. Go back to the application and begin again; if it happens again, tell whoever runs it.",
};
