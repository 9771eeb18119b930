import { Button, Card, Flex } from "antd";
import { Link } from "react-router";
import { useReader } from "../../components/rights/useReader";
import { hasPage } from "../../permissions";
import { useTexts } from "../../texts/language";

/** Links on the first page for people who are not administrators. */
export function OwnSteps() {
  const { frame, operations, requests, resources } = useTexts();
  const reader = useReader();
  const links = [
    { to: "/resources", label: frame.resources },
    ...(hasPage(reader, "/users") ? [{ to: "/users", label: frame.subAccounts }] : []),
    { to: "/requests/new", label: requests.ask },
    { to: "/credentials", label: frame.credentials },
    { to: "/why", label: resources.ask },
  ];
  return (
    <Card title={operations.firstSteps}>
      <Flex gap={8} wrap>
        {links.map(({ to, label }) => (
          <Link key={to} to={to}>
            <Button>{label}</Button>
          </Link>
        ))}
      </Flex>
    </Card>
  );
}
