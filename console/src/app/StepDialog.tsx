import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { clustersQuery, userQuery } from "../api/sharedQueries";
import type { NewClientSecret, ResourceType, User } from "../api/types";
import { Dialog } from "../components/dialogs/Dialog";
import { NewGrant } from "../features/access/NewGrant";
import type { StepDialogProps } from "../features/home/firstSteps";
import { CreateUser } from "../features/identity/CreateUser";
import { BrokerNeeds } from "../features/resources/ConnectBrokers";
import { CreateChild } from "../features/resources/CreateChild";
import { RegisterCluster } from "../features/resources/RegisterCluster";
import { nameOf, type Resource, resourceQuery } from "../features/resources/resources";
import { CreateSecret } from "../features/tokens/CreateSecret";
import { NewSecret } from "../features/tokens/NewSecret";
import { SnippetPicker } from "../features/tokens/SnippetPicker";
import { useTexts } from "../texts/language";

const WRITE_AND_READ = [302, 303];

/** The dialog of a first step on Home, filled in with what the steps before have made. */
export default function StepDialog({ step, made, clusterId, onDone, close }: StepDialogProps) {
  const next = { onDone, close };
  switch (step) {
    case "cluster":
      return <RegisterCluster {...next} />;
    case "broker":
      return <ConnectDialog clusterId={clusterId} close={close} />;
    case "tenant":
      return <InPlace type="cluster" id={clusterId} show={(place) => <CreateIn parent={place} {...next} />} />;
    case "topic":
      return made.namespace_id === null ? (
        <InPlace
          key="namespace"
          type="tenant"
          id={made.tenant_id}
          // The dialog for the topic takes its place once the namespace is there.
          show={(place) => <CreateIn parent={place} onDone={() => undefined} close={close} />}
        />
      ) : (
        <InPlace type="namespace" id={made.namespace_id} show={(place) => <CreateIn parent={place} {...next} />} />
      );
    case "service":
      return <CreateUser kind="service" {...next} />;
    case "right":
      return (
        <InPlace
          type="topic"
          id={made.topic_id}
          show={(topic) => (
            <ForService
              id={made.service_id}
              show={(service) => <GrantOn topic={topic} service={service} {...next} />}
            />
          )}
        />
      );
    case "credential":
      return (
        <ForService id={made.service_id} show={(service) => <SecretSteps made={made} service={service} {...next} />} />
      );
    case "connection":
      return (
        <ForService
          id={made.service_id}
          show={(service) => <HowToConnect made={made} service={service} close={close} />}
        />
      );
  }
}

interface FoundProps<T> {
  id?: number | null;
  show: (found: T) => ReactNode;
}

/** Shows what is about a place, once it is read. */
function InPlace({ type, id, show }: FoundProps<Resource> & { type: ResourceType }) {
  const { data } = useQuery({ ...resourceQuery(type, id ?? 0), enabled: typeof id === "number" });
  return data ? show(data) : null;
}

function ForService({ id, show }: FoundProps<User>) {
  const { data } = useQuery({ ...userQuery(id ?? 0), enabled: typeof id === "number" });
  return data ? show(data) : null;
}

interface Ways {
  onDone: () => void;
  close: () => void;
}

function CreateIn({ parent, ...ways }: Ways & { parent: Resource }) {
  return parent.type === "topic" ? null : <CreateChild parent={parent} {...ways} />;
}

/** Of a dialog that closes by itself after success, too: `close` is then `onDone`. */
function useSent({ onDone, close }: Ways) {
  const sent = useRef(false);
  return {
    send: () => {
      sent.current = true;
    },
    close: () => (sent.current ? onDone() : close()),
  };
}

function GrantOn({ topic, service, ...ways }: Ways & { topic: Resource; service: User }) {
  const { send, close } = useSent(ways);
  const initial = { role_id: service.personal_role_id, authorities: WRITE_AND_READ };
  return <NewGrant type="topic" id={topic.id} name={nameOf(topic)} initial={initial} onDone={send} close={close} />;
}

function ConnectDialog({ clusterId, close }: { clusterId?: number; close: () => void }) {
  const { resources } = useTexts();
  const cluster = useQuery(clustersQuery).data?.items.find(({ id }) => id === clusterId);
  return (
    cluster && (
      <Dialog title={resources.connect} width={760} onCancel={close} footer={null}>
        <BrokerNeeds cluster={cluster} />
      </Dialog>
    )
  );
}

interface ServiceProps {
  made: StepDialogProps["made"];
  service: User;
}

/** The new secret is shown once, in the code of a client. */
function SecretSteps({ made, service, onDone, close }: ServiceProps & Ways) {
  const [created, setCreated] = useState<NewClientSecret>();
  const form = useSent({ onDone: () => undefined, close });
  const topic = useTopicName(made);
  return created ? (
    <NewSecret created={created} topic={topic} close={onDone} />
  ) : (
    <CreateSecret
      userId={service.id}
      onCreated={(secret) => {
        form.send();
        setCreated(secret);
      }}
      close={form.close}
    />
  );
}

function HowToConnect({ made, service, close }: ServiceProps & { close: () => void }) {
  const { tokens } = useTexts();
  const topic = useTopicName(made);
  return (
    <Dialog title={tokens.snippets} width={760} onCancel={close} footer={null}>
      <SnippetPicker clientId={service.username} topic={topic} />
    </Dialog>
  );
}

function useTopicName({ topic_id: id }: ServiceProps["made"]): string | undefined {
  const { data } = useQuery({ ...resourceQuery("topic", id ?? 0), enabled: id !== null });
  return data && nameOf(data);
}
