export const helpText = `zwave-mcp-server: an MCP server for a Z-Wave home, over MQTT to zwave-js-ui

Usage: zwave-mcp-server            serve MCP on stdin and stdout (a host program starts it)
       zwave-mcp-server --help     this text
       zwave-mcp-server --version  the version

Environment:
  MQTT_URL                  broker address                        (mqtt://localhost:1883)
  MQTT_USERNAME             user name, if the broker wants one
  MQTT_PASSWORD             its password
  MQTT_CA_FILE              certificate authority to trust, PEM file
  MQTT_CERT_FILE            client certificate, PEM file
  MQTT_KEY_FILE             its key, PEM file
  MQTT_REJECT_UNAUTHORIZED  refuse brokers with an untrusted certificate  (true)
  ZWAVE_PREFIX              topic prefix of zwave-js-ui           (zwave)
  ZWAVE_GATEWAY_NAME        name of the gateway in zwave-js-ui    (discovered)
  ZWAVE_REQUEST_TIMEOUT_MS  how long the gateway may take to answer         (10000)
  ZWAVE_CONFIRM_TIMEOUT_MS  how long a device may take to report its state  (5000)
  LOG_LEVEL                 fatal, error, warn, info, debug, trace, silent  (info; logs go to stderr)
`;
