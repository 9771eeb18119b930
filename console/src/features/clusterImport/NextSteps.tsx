import { Button, Card, Flex, Typography } from "antd";
import { Link } from "react-router";
import { useTexts } from "../../texts/language";

/** After the import: the brokers observe, then enforce. */
export function NextSteps({ cluster }: { cluster: number }) {
  const { clusterImport } = useTexts();
  return (
    <Card size="small" title={clusterImport.whatNext}>
      <Flex vertical gap={12} align="flex-start">
        <ol style={{ margin: 0, paddingInlineStart: 20 }}>
          {clusterImport.nextSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Typography.Text type="secondary">{clusterImport.guide}</Typography.Text>
        <Link to={`/resources/cluster/${cluster}/connection`}>
          <Button>{clusterImport.connectBrokers}</Button>
        </Link>
      </Flex>
    </Card>
  );
}
