// Measures a secret service, such as gnome-keyring, through libsecret.
//
//     secret-service fill FROM TO        adds the typical items with the numbers from FROM up to TO, without TO
//     secret-service measure COUNT N     measures N samples of each operation in a service with COUNT items
//     secret-service short COUNT N       measures N samples of a call without work and of each kind of search
//     secret-service calls COUNT N       measures N samples of a look-up and of the calls that write, and the time of the
//                                        secrets of all items
//
// The program prints each sample on a line: its duration in microseconds, and the name of the operation.

#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char secret[] = "0123456789abcdef0123456789abcdef";

static const SecretSchema schema = {
    "latchkey.benchmark",
    SECRET_SCHEMA_NONE,
    {{"service", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"account", SECRET_SCHEMA_ATTRIBUTE_STRING}},
    0, 0, 0, 0, 0, 0, 0, 0};

struct item {
  char service[21], account[21], label[21];
};

static struct item named(const char *family, int number) {
  struct item item;
  snprintf(item.service, sizeof item.service, "%s%016d", family, number);
  snprintf(item.account, sizeof item.account, "acct%016d", number);
  snprintf(item.label, sizeof item.label, "labl%016d", number);
  return item;
}

static void check(int is_well, GError *error, const char *what) {
  if (is_well && !error) return;
  fprintf(stderr, "secret-service: %s: %s\n", what, error ? error->message : "failed");
  exit(1);
}

static void add(const struct item *item) {
  GError *error = 0;
  int is_stored = secret_password_store_sync(&schema, SECRET_COLLECTION_DEFAULT, item->label, secret,
                                             0, &error, "service", item->service, "account",
                                             item->account, NULL);
  check(is_stored, error, "add");
}

static void find_data(const struct item *item) {
  GError *error = 0;
  gchar *found = secret_password_lookup_sync(&schema, 0, &error, "service", item->service, "account",
                                             item->account, NULL);
  check(found && !strcmp(found, secret), error, "find");
  secret_password_free(found);
}

static void find_attributes(const struct item *item) {
  GError *error = 0;
  GList *found = secret_password_search_sync(&schema, SECRET_SEARCH_NONE, 0, &error, "service",
                                             item->service, "account", item->account, NULL);
  check(found != 0, error, "find attributes");
  g_hash_table_unref(secret_retrievable_get_attributes(found->data));
  g_list_free_full(found, g_object_unref);
}

static void miss(const struct item *item) {
  GError *error = 0;
  gchar *found = secret_password_lookup_sync(&schema, 0, &error, "service", item->service, "account",
                                             item->account, NULL);
  check(!found, error, "miss");
}

static void delete(const struct item *item) {
  GError *error = 0;
  int is_deleted = secret_password_clear_sync(&schema, 0, &error, "service", item->service,
                                              "account", item->account, NULL);
  check(is_deleted, error, "delete");
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

// The operations have the same names as in the program Bench.
static void measure(const char *operation, void (*body)(const struct item *), const char *family,
                    int count, int samples) {
  for (int sample = 0; sample < samples; sample++) {
    struct item item = named(family, (int)(sample * 7919L % count));
    double start = now();
    body(&item);
    printf("%.1f %s\n", now() - start, operation);
  }
}

// The schema whose name is not an attribute of a search.
static const SecretSchema nameless = {
    "latchkey.benchmark",
    SECRET_SCHEMA_DONT_MATCH_NAME,
    {{"service", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"account", SECRET_SCHEMA_ATTRIBUTE_STRING}},
    0, 0, 0, 0, 0, 0, 0, 0};

// A search that returns only the paths of the items: one call of the service. Takes over the attributes.
static void search_for(GHashTable *attributes, const SecretSchema *searched) {
  GError *error = 0;
  SecretService *service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, 0, &error);
  check(service != 0, error, "session");
  char **unlocked = 0, **locked = 0;
  int is_well = secret_service_search_for_dbus_paths_sync(service, searched, attributes, 0, &unlocked, &locked, &error);
  check(is_well, error, "search");
  g_strfreev(unlocked);
  g_strfreev(locked);
  g_hash_table_unref(attributes);
  g_object_unref(service);
}

// A search by two attributes and the schema, which all items have.
static void search(const struct item *item) {
  search_for(secret_attributes_build(&schema, "service", item->service, "account", item->account, NULL), &schema);
}

static void search_one_pair(const struct item *item) {
  search_for(secret_attributes_build(&nameless, "service", item->service, NULL), &nameless);
}

// The second pair is the schema, which all items have.
static void search_common_pair(const struct item *item) {
  search_for(secret_attributes_build(&schema, "service", item->service, NULL), &schema);
}

// A call that the service answers without any work: the time of the bus and of the client alone.
static void ping(const struct item *item) {
  (void)item;
  GError *error = 0;
  SecretService *service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, 0, &error);
  check(service != 0, error, "session");
  GDBusProxy *proxy = G_DBUS_PROXY(service);
  GVariant *reply = g_dbus_connection_call_sync(
      g_dbus_proxy_get_connection(proxy), g_dbus_proxy_get_name(proxy), "/org/freedesktop/secrets",
      "org.freedesktop.DBus.Peer", "Ping", 0, 0, G_DBUS_CALL_FLAGS_NONE, -1, 0, &error);
  check(reply != 0, error, "ping");
  g_variant_unref(reply);
  g_object_unref(service);
}

// The secrets of all items, with two calls of the service.
static void all_secrets(const struct item *item) {
  (void)item;
  GError *error = 0;
  SecretService *service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, 0, &error);
  check(service != 0, error, "session");
  GHashTable *attributes = secret_attributes_build(&schema, NULL);
  char **unlocked = 0, **locked = 0;
  int is_well = secret_service_search_for_dbus_paths_sync(service, &schema, attributes, 0, &unlocked, &locked, &error);
  check(is_well, error, "search");
  GHashTable *secrets = secret_service_get_secrets_for_dbus_paths_sync(service, (const char **)unlocked, 0, &error);
  check(secrets != 0 && g_hash_table_size(secrets) == g_strv_length(unlocked), error, "all secrets");
  g_hash_table_unref(secrets);
  g_strfreev(unlocked);
  g_strfreev(locked);
  g_hash_table_unref(attributes);
  g_object_unref(service);
}

static void short_calls(int count, int samples) {
  SecretService *service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, 0, 0);
  // The first searches read the items from the file.
  for (int number = 0; number < samples; number++) {
    struct item item = named("svce", (int)(number * 7919L % count));
    search(&item);
  }
  measure("floor: ping", ping, "svce", count, samples);
  measure("search", search, "svce", count, samples);
  measure("search, miss", search, "none", count, samples);
  measure("search, one pair", search_one_pair, "svce", count, samples);
  measure("search, one and a common pair", search_common_pair, "svce", count, samples);
  g_object_unref(service);
}

static void calls(int count, int samples) {
  SecretService *service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, 0, 0);
  measure("lookup", find_data, "svce", count, samples);
  measure("store", add, "newy", samples, samples);
  measure("store, replacing", add, "newy", samples, samples);
  measure("delete", delete, "newy", samples, samples);
  if (count <= 10000) measure("all secrets", all_secrets, "svce", count, 3);
  g_object_unref(service);
}

int main(int count, char **words) {
  if (count != 4) return 2;
  int first = atoi(words[2]), second = atoi(words[3]);
  if (!strcmp(words[1], "fill")) {
    for (int number = first; number < second; number++) {
      struct item item = named("svce", number);
      add(&item);
    }
    return 0;
  }
  if (!strcmp(words[1], "short")) {
    short_calls(first, second);
    return 0;
  }
  if (!strcmp(words[1], "calls")) {
    calls(first, second);
    return 0;
  }
  struct item warm = named("svce", 0);
  find_data(&warm);
  measure("find one, data", find_data, "svce", first, second);
  measure("find one, attributes", find_attributes, "svce", first, second);
  measure("miss", miss, "none", first, second);
  // For libsecret, an update is an add that replaces an existing item.
  int writes = second < first ? second : first;
  measure("add", add, "newx", writes, writes);
  measure("update", add, "newx", writes, writes);
  measure("delete", delete, "newx", writes, writes);
  return 0;
}
