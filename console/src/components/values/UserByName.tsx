import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useNavigate } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";

/** A principal that leads to the user's page. One that the reader may not see stays a text. */
export function UserByName({ name }: { name: string | null | undefined }) {
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: (wanted: string) =>
      answer(client.GET("/api/v1/names", { params: { query: { kind: "user", name: wanted } } })),
    onSuccess: ({ id }) => navigate(`/users/${id}`),
  });
  if (!name) return <>—</>;
  if (opening.isError) return <span className="mono">{name}</span>;
  return (
    <Button
      type="link"
      size="small"
      className="mono"
      style={{ padding: 0, height: "auto", whiteSpace: "normal", textAlign: "start" }}
      loading={opening.isPending}
      onClick={() => opening.mutate(name)}
    >
      {name}
    </Button>
  );
}
