/**
 * The bad ports of the Fetch Standard ("port blocking") from 1024 on. Below it only 80 and 443 are allowed
 * anyway.
 */
export const fetchBadPorts: readonly number[] = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]

/**
 * Ports of databases, queues, cluster management and remote desktops: they serve no pages, and requests may
 * do harm.
 */
export const wellKnownServicePorts: readonly number[] = [
  1099, // Java RMI
  1433, // SQL Server
  1434,
  1521, // Oracle
  1883, // MQTT
  2181, // ZooKeeper
  2375, // Docker
  2376,
  2377, // Docker Swarm
  2379, // etcd
  2380,
  3260, // iSCSI
  3268, // LDAP global catalogue
  3269,
  3306, // MySQL
  3389, // RDP
  4369, // Erlang port mapper
  5432, // PostgreSQL
  5671, // AMQP
  5672,
  5900, // VNC
  5901,
  5984, // CouchDB
  5985, // WinRM
  5986,
  6379, // Redis
  6443, // Kubernetes API
  7199, // Cassandra JMX
  7687, // Neo4j Bolt
  8086, // InfluxDB
  8125, // StatsD
  8200, // Vault
  8300, // Consul
  8301,
  8302,
  8500,
  9042, // Cassandra
  9092, // Kafka
  9093,
  9094,
  9100, // printers, node exporter
  9160, // Cassandra Thrift
  9200, // Elasticsearch
  9300,
  10250, // kubelet
  10255,
  10256,
  10257, // Kubernetes controller manager
  10259, // Kubernetes scheduler
  11211, // memcached
  15672, // RabbitMQ management
  16379, // Redis Cluster
  25672, // RabbitMQ cluster
  26379, // Redis Sentinel
  27017, // MongoDB
  27018,
  27019,
  28017,
  33060, // MySQL X
  50051, // gRPC by custom, this service's own look-ups among it
  61613, // STOMP
  61616, // ActiveMQ
]
