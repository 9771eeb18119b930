import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useNavigate } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";

/** A link from a principal to the user's page; plain text if the reader may not see the user. */
export function UserLink({ name }: { name: string | null | undefined }) {
  const navigate = useNavigate();
  const lookup = useMutation({
    mutationFn: (username: string) =>
      answer(client.GET("/api/v1/names", { params: { query: { kind: "user", name: username } } })),
    onSuccess: ({ id }) => navigate(`/users/${id}`),
  });
  if (!name) return <>—</>;
  if (lookup.isError) return <span className="mono">{name}</span>;
  return (
    <Button
      type="link"
      size="small"
      className="mono"
      style={{ padding: 0, height: "auto", whiteSpace: "normal", textAlign: "start" }}
      loading={lookup.isPending}
      onClick={() => lookup.mutate(name)}
    >
      {name}
    </Button>
  );
}
