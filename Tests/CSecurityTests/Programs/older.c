/* Tests the older functions, which take passwords and names as a length and an address: passwords, keychains, attribute
   lists and searches. */
#include "check.h"

#include <limits.h>
#include <stdlib.h>

#define TEXT(text) (UInt32)strlen(text), text
#define NOTHING 0, NULL

static SecKeychainItemRef find(const char *service, const char *account, OSStatus status,
                               const char *expected) {
  SecKeychainItemRef item = NULL;
  UInt32 length = 0;
  void *bytes = NULL;
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, (UInt32)strlen(service), service,
                                              (UInt32)strlen(account), account, &length, &bytes,
                                              &item),
               status);
  if (status == errSecSuccess) {
    CHECK(length == strlen(expected) && strcmp(bytes, expected) == 0);
    CHECK_STATUS(SecKeychainItemFreeContent(NULL, bytes), errSecSuccess);
  }
  return item;
}

static void generic_passwords(void) {
  SecKeychainItemRef item = NULL;
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, TEXT("mail"), TEXT("anna"), TEXT("one"), &item),
               errSecSuccess);
  CHECK(item && CFGetTypeID(item) == SecKeychainItemGetTypeID());
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, TEXT("mail"), TEXT("anna"), TEXT("two"), NULL),
               errSecDuplicateItem);
  /* A call that fails does not change its output argument. */
  SecKeychainItemRef untouched = item;
  CHECK_STATUS(
      SecKeychainAddGenericPassword(NULL, TEXT("mail"), TEXT("anna"), TEXT("two"), &untouched),
      errSecDuplicateItem);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, 4, NULL, 0, NULL, 0, NULL, &untouched), errSecParam);
  CHECK(untouched == item);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, TEXT("mail"), TEXT("ben"), TEXT("two"), NULL),
               noErr);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, TEXT("mail"), TEXT("x"), 3, NULL, NULL),
               errSecParam);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, 4, NULL, NOTHING, NOTHING, NULL), errSecParam);

  SecKeychainItemRef found = find("mail", "anna", errSecSuccess, "one");
  CHECK(CFEqual(found, item));
  CFRelease(found);
  CFRelease(item);
  /* In a search, an empty name matches every name. The search returns the item that was added first. */
  found = find("mail", "", errSecSuccess, "one");
  CFRelease(found);
  found = find("", "ben", errSecSuccess, "two");
  CFRelease(found);
  find("mail", "nobody", errSecItemNotFound, NULL);
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, TEXT("mail"), NOTHING, NULL, NULL, NULL),
               errSecSuccess);
  UInt32 length = 0;
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, TEXT("mail"), NOTHING, &length, NULL, NULL),
               errSecSuccess);
  CHECK(length == 3);
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, 4, NULL, NOTHING, NULL, NULL, NULL),
               errSecParam);

  /* When an item is added, an empty name is stored as its name. */
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, NOTHING, NOTHING, NOTHING, NULL), errSecSuccess);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, NOTHING, NOTHING, NOTHING, NULL),
               errSecDuplicateItem);

  /* The newer functions find the same item. */
  CFMutableDictionaryRef query = password("mail", "anna");
  CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
  CFTypeRef attributes = NULL;
  CHECK_STATUS(SecItemCopyMatching(query, &attributes), errSecSuccess);
  CHECK(is_text(CFDictionaryGetValue(attributes, kSecAttrLabel), "mail"));
  int creator = 0;
  CFNumberGetValue(CFDictionaryGetValue(attributes, kSecAttrCreator), kCFNumberIntType, &creator);
  CHECK(creator == 'aapl');
  CFRelease(attributes);
  CFRelease(query);
}

static OSStatus find_internet(const char *server, UInt16 port, SecProtocolType protocol,
                              SecAuthenticationType type, const char *path, UInt32 path_length,
                              SecKeychainItemRef *item) {
  return SecKeychainFindInternetPassword(NULL, (UInt32)strlen(server), server, NOTHING, NOTHING,
                                         path_length, path, port, protocol, type, NULL, NULL, item);
}

static void internet_passwords(void) {
  SecKeychainItemRef item = NULL;
  CHECK_STATUS(SecKeychainAddInternetPassword(NULL, TEXT("example.org"), NOTHING, TEXT("anna"),
                                              TEXT("/path"), 8080, kSecProtocolTypeHTTPS,
                                              kSecAuthenticationTypeDefault, TEXT("one"), &item),
               errSecSuccess);
  CHECK_STATUS(SecKeychainAddInternetPassword(NULL, TEXT("example.org"), NOTHING, TEXT("anna"),
                                              TEXT("/path"), 8080, kSecProtocolTypeHTTPS,
                                              kSecAuthenticationTypeDefault, TEXT("one"), NULL),
               errSecDuplicateItem);
  SecKeychainItemRef untouched = item;
  CHECK_STATUS(SecKeychainAddInternetPassword(NULL, TEXT("example.org"), NOTHING, TEXT("anna"),
                                              TEXT("/path"), 8080, kSecProtocolTypeHTTPS,
                                              kSecAuthenticationTypeDefault, TEXT("one"), &untouched),
               errSecDuplicateItem);
  CHECK(untouched == item);
  /* An internet password does not have the service attribute of generic passwords. */
  SecKeychainAttribute service = {kSecServiceItemAttr, 1, "x"};
  SecKeychainAttributeList services = {1, &service};
  CHECK_STATUS(SecKeychainItemCopyContent(item, NULL, &services, NULL, NULL), errSecNoSuchAttr);
  CHECK(service.length == 1);
  CHECK_STATUS(SecKeychainItemModifyContent(item, &services, 0, NULL), errSecNoSuchAttr);
  CHECK_STATUS(SecKeychainItemCreateFromContent(kSecInternetPasswordItemClass, &services, TEXT("p"),
                                                NULL, NULL, &untouched),
               errSecNoSuchAttr);
  SecKeychainSearchRef search = NULL;
  CHECK_STATUS(SecKeychainSearchCreateFromAttributes(NULL, kSecInternetPasswordItemClass, &services,
                                                     &search),
               errSecNoSuchAttr);
  CHECK(!search && untouched == item);
  UInt32 tag = kSecAddressItemAttr;
  SecKeychainAttributeInfo address = {1, &tag, NULL};
  SecKeychainAttributeList *addresses = NULL;
  CHECK_STATUS(SecKeychainItemCopyAttributesAndData(item, &address, NULL, &addresses, NULL, NULL),
               errSecNoSuchAttr);
  CHECK(!addresses);
  CHECK_STATUS(SecKeychainAddInternetPassword(NULL, TEXT("example.org"), NOTHING, TEXT("anna"),
                                              TEXT("/path"), 8081, kSecProtocolTypeHTTPS,
                                              kSecAuthenticationTypeDefault, TEXT("two"), NULL),
               errSecSuccess);
  CHECK_STATUS(find_internet("example.org", 0, 0, 0, NULL, 0, NULL),
               errSecSuccess);
  SecKeychainItemRef found = NULL;
  CHECK_STATUS(find_internet("example.org", 8080, kSecProtocolTypeHTTPS,
                             kSecAuthenticationTypeDefault, "/path", 5, &found),
               errSecSuccess);
  CHECK(CFEqual(found, item));
  CFRelease(found);
  /* The path ends after the given length, and need not end with a NUL. */
  CHECK_STATUS(find_internet("example.org", 0, 0, 0, "/path and more", 5, NULL), errSecSuccess);
  CHECK_STATUS(find_internet("example.org", 0, 0, 0, "/pat", 4, NULL), errSecItemNotFound);
  CHECK_STATUS(find_internet("example.org", 1, 0, 0, NULL, 0, NULL), errSecItemNotFound);
  CHECK_STATUS(find_internet("example.org", 0, kSecProtocolTypeFTP, 0, NULL, 0, NULL),
               errSecItemNotFound);
  /* Some programs pass the authentication type in the opposite byte order. The search accepts both orders. */
  CHECK_STATUS(find_internet("example.org", 0, 0, 'dflt', NULL, 0, NULL), errSecSuccess);

  /* The newer functions find the authentication type that an older function stored. */
  CHECK_STATUS(SecKeychainAddInternetPassword(NULL, TEXT("basic"), NOTHING, NOTHING, NOTHING, 0,
                                              kSecProtocolTypeHTTP, kSecAuthenticationTypeHTTPBasic,
                                              TEXT("x"), NULL),
               errSecSuccess);
  CFMutableDictionaryRef query = dictionary();
  CFDictionarySetValue(query, kSecClass, kSecClassInternetPassword);
  CFDictionarySetValue(query, kSecAttrProtocol, kSecAttrProtocolHTTP);
  CFDictionarySetValue(query, kSecAttrAuthenticationType, kSecAttrAuthenticationTypeHTTPBasic);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecSuccess);
  CFDictionarySetValue(query, kSecAttrProtocol, kSecAttrProtocolHTTPS);
  CFDictionarySetValue(query, kSecAttrAuthenticationType, kSecAttrAuthenticationTypeDefault);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecSuccess);
  CFRelease(query);

  SecKeychainAttribute attributes[] = {
      {kSecServerItemAttr, 0, NULL},   {kSecProtocolItemAttr, 0, NULL},
      {kSecPortItemAttr, 0, NULL},     {kSecAuthenticationTypeItemAttr, 0, NULL},
      {kSecCommentItemAttr, 0, NULL},  {kSecCreationDateItemAttr, 0, NULL},
      {kSecInvisibleItemAttr, 0, NULL}};
  SecKeychainAttributeList list = {7, attributes};
  SecItemClass item_class = 0;
  UInt32 length = 0;
  void *bytes = NULL;
  CHECK_STATUS(SecKeychainItemCopyContent(item, &item_class, &list, &length, &bytes),
               errSecSuccess);
  CHECK(item_class == kSecInternetPasswordItemClass);
  CHECK(length == 3 && memcmp(bytes, "one", 3) == 0);
  CHECK(attributes[0].length == 11 && memcmp(attributes[0].data, "example.org", 11) == 0);
  CHECK(attributes[1].length == 4 && *(UInt32 *)attributes[1].data == kSecProtocolTypeHTTPS);
  CHECK(attributes[2].length == 4 && *(UInt32 *)attributes[2].data == 8080);
  CHECK(attributes[3].length == 4 &&
        *(UInt32 *)attributes[3].data == kSecAuthenticationTypeDefault);
  CHECK(attributes[4].length == 0 && attributes[4].data == NULL);
  CHECK(attributes[5].length == 16 && ((char *)attributes[5].data)[14] == 'Z');
  CHECK_STATUS(SecKeychainItemFreeContent(&list, bytes), errSecSuccess);
  CHECK(attributes[0].data == NULL);

  /* An item whose protocol and authentication type are set to zero equals an item that was added without them. */
  UInt32 none = 0;
  SecKeychainAttribute nothing[] = {{kSecProtocolItemAttr, 4, &none},
                                    {kSecAuthenticationTypeItemAttr, 4, &none}};
  SecKeychainAttributeList changes = {2, nothing};
  CHECK_STATUS(SecKeychainItemModifyContent(item, &changes, 0, NULL), errSecSuccess);
  SecKeychainAttribute found_attributes[] = {{kSecProtocolItemAttr, 0, NULL},
                                             {kSecAuthenticationTypeItemAttr, 0, NULL}};
  SecKeychainAttributeList found_list = {2, found_attributes};
  CHECK_STATUS(SecKeychainItemCopyContent(item, NULL, &found_list, NULL, NULL), errSecSuccess);
  CHECK(found_attributes[0].length == 4 && *(UInt32 *)found_attributes[0].data == 0);
  CHECK(found_attributes[1].length == 0);
  CHECK_STATUS(SecKeychainItemFreeContent(&found_list, NULL), errSecSuccess);
  CHECK_STATUS(SecKeychainAddInternetPassword(NULL, TEXT("example.org"), NOTHING, TEXT("anna"),
                                              TEXT("/path"), 8080, 0, 0, TEXT("one"), NULL),
               errSecDuplicateItem);
  CHECK_STATUS(find_internet("example.org", 8080, kSecProtocolTypeHTTPS, 0, NULL, 0, NULL),
               errSecItemNotFound);
  CFRelease(item);
}

/* A creator code with its highest bit set must be the same 32-bit number in all functions. */
static void creators(void) {
  SInt32 code = (SInt32)0xB5546F72;
  SecKeychainAttribute attributes[] = {{kSecServiceItemAttr, 7, "creator"},
                                       {kSecCreatorItemAttr, 4, &code}};
  SecKeychainAttributeList list = {2, attributes};
  CHECK_STATUS(SecKeychainItemCreateFromContent(kSecGenericPasswordItemClass, &list, TEXT("x"),
                                                NULL, NULL, NULL),
               errSecSuccess);
  CFMutableDictionaryRef query = password("creator", NULL);
  put(query, kSecAttrCreator, CFNumberCreate(NULL, kCFNumberSInt32Type, &code));
  CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
  CFTypeRef found = NULL;
  CHECK_STATUS(SecItemCopyMatching(query, &found), errSecSuccess);
  if (found) {
    CFNumberRef number = CFDictionaryGetValue(found, kSecAttrCreator);
    SInt32 value = 0;
    CHECK(CFNumberGetValue(number, kCFNumberSInt32Type, &value) && value == code);
    CHECK(CFNumberGetByteSize(number) == 4);
    CFRelease(found);
  }
  CFRelease(query);
  SecKeychainSearchRef search = NULL;
  SecKeychainItemRef item = NULL;
  CHECK_STATUS(SecKeychainSearchCreateFromAttributes(NULL, kSecGenericPasswordItemClass, &list,
                                                     &search),
               errSecSuccess);
  CHECK_STATUS(SecKeychainSearchCopyNext(search, &item), errSecSuccess);
  SecKeychainAttribute creator = {kSecCreatorItemAttr, 0, NULL};
  SecKeychainAttributeList wanted = {1, &creator};
  CHECK_STATUS(SecKeychainItemCopyContent(item, NULL, &wanted, NULL, NULL), errSecSuccess);
  CHECK(creator.length == 4 && *(SInt32 *)creator.data == code);
  CHECK_STATUS(SecKeychainItemFreeContent(&wanted, NULL), errSecSuccess);
  CFRelease(item);
  CFRelease(search);
}

static void changes(void) {
  SecKeychainItemRef item = find("mail", "anna", errSecSuccess, "one");
  SecKeychainAttribute label = {kSecLabelItemAttr, 5, "label"};
  SecKeychainAttributeList list = {1, &label};
  CHECK_STATUS(SecKeychainItemModifyContent(item, &list, 0, NULL), errSecSuccess);
  CFRelease(find("mail", "anna", errSecSuccess, "one"));
  CHECK_STATUS(SecKeychainItemModifyAttributesAndData(item, NULL, TEXT("three")), errSecSuccess);
  CFRelease(find("mail", "anna", errSecSuccess, "three"));
  CHECK_STATUS(SecKeychainItemModifyAttributesAndData(item, NULL, 0, ""), errSecSuccess);
  CFRelease(find("mail", "anna", errSecSuccess, ""));
  SecKeychainAttribute account = {kSecAccountItemAttr, 3, "ben"};
  list.attr = &account;
  CHECK_STATUS(SecKeychainItemModifyContent(item, &list, 0, NULL), errSecDuplicateItem);
  SecKeychainAttribute date = {kSecCreationDateItemAttr, 16, "20240102030405Z"};
  list.attr = &date;
  CHECK_STATUS(SecKeychainItemModifyContent(item, &list, 0, NULL), errSecReadOnlyAttr);
  SecKeychainAttribute unknown = {'xxxx', 1, "x"};
  list.attr = &unknown;
  CHECK_STATUS(SecKeychainItemModifyContent(item, &list, 0, NULL), errSecNoSuchAttr);
  CHECK_STATUS(SecKeychainItemCopyContent(item, NULL, &list, NULL, NULL), errSecNoSuchAttr);

  UInt32 tags[] = {kSecLabelItemAttr, kSecServiceItemAttr, kSecCustomIconItemAttr}, length = 9;
  SecKeychainAttributeInfo info = {3, tags, NULL};
  SecKeychainAttributeList *copied = NULL;
  void *bytes = NULL;
  SecItemClass item_class = 0;
  CHECK_STATUS(
      SecKeychainItemCopyAttributesAndData(item, &info, &item_class, &copied, &length, &bytes),
      errSecSuccess);
  CHECK(item_class == kSecGenericPasswordItemClass && length == 0 && copied->count == 3);
  CHECK(copied->attr[0].length == 5 && memcmp(copied->attr[0].data, "label", 5) == 0);
  CHECK(copied->attr[1].tag == kSecServiceItemAttr && copied->attr[1].length == 4);
  CHECK(copied->attr[2].length == 0);
  CHECK_STATUS(SecKeychainItemFreeAttributesAndData(copied, bytes), errSecSuccess);
  info.tag = NULL;
  CHECK_STATUS(SecKeychainItemCopyAttributesAndData(item, &info, NULL, &copied, NULL, NULL),
               errSecParam);
  CHECK(copied == NULL);
  list.attr = NULL;
  CHECK_STATUS(SecKeychainItemModifyContent(item, &list, 0, NULL), errSecParam);
  CHECK_STATUS(SecKeychainItemCopyContent(item, NULL, &list, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainItemFreeContent(&list, NULL), errSecSuccess);

  CFDataRef reference = NULL;
  SecKeychainItemRef again = NULL;
  SecKeychainRef keychain = NULL;
  CHECK_STATUS(SecKeychainItemCreatePersistentReference(item, &reference), errSecSuccess);
  CHECK_STATUS(SecKeychainItemCopyFromPersistentReference(reference, &again), errSecSuccess);
  CHECK(CFEqual(again, item));
  CFRelease(again);
  CFRelease(reference);
  CHECK_STATUS(SecKeychainItemCopyKeychain(item, &keychain), errSecSuccess);
  CHECK(keychain && CFGetTypeID(keychain) == SecKeychainGetTypeID());
  CFRelease(keychain);

  CHECK_STATUS(SecKeychainItemDelete(item), errSecSuccess);
  CHECK_STATUS(SecKeychainItemDelete(item), errSecInvalidItemRef);
  CHECK_STATUS(SecKeychainItemModifyContent(item, NULL, TEXT("x")), errSecInvalidItemRef);
  CHECK_STATUS(SecKeychainItemCopyContent(item, NULL, NULL, &length, NULL), errSecInvalidItemRef);
  CHECK_STATUS(SecKeychainItemCopyKeychain(item, &keychain), errSecInvalidItemRef);
  CFRelease(item);
}

static void made_and_searched(void) {
  SecKeychainAttribute attributes[] = {{kSecServiceItemAttr, 6, "search"},
                                       {kSecAccountItemAttr, 1, "1"},
                                       {kSecGenericItemAttr, 3, "\0\1\2"},
                                       {kSecInvisibleItemAttr, 4, (UInt32[]){1}}};
  SecKeychainAttributeList list = {4, attributes};
  SecAccessRef access = NULL;
  CHECK_STATUS(SecAccessCreate(CFSTR("mine"), NULL, &access), errSecSuccess);
  CHECK(CFGetTypeID(access) == SecAccessGetTypeID());
  SecKeychainItemRef item = NULL;
  CHECK_STATUS(SecKeychainItemCreateFromContent(kSecGenericPasswordItemClass, &list, TEXT("a"),
                                                NULL, access, &item),
               errSecSuccess);
  CFRelease(item);
  attributes[1].data = "2";
  CHECK_STATUS(SecKeychainItemCreateFromContent(kSecGenericPasswordItemClass, &list, TEXT("b"),
                                                NULL, NULL, NULL),
               errSecSuccess);
  CHECK_STATUS(SecKeychainItemCreateFromContent(kSecGenericPasswordItemClass, &list, TEXT("b"),
                                                NULL, NULL, NULL),
               errSecDuplicateItem);
  CHECK_STATUS(SecKeychainItemCreateFromContent(kSecCertificateItemClass, &list, TEXT("b"), NULL,
                                                NULL, NULL),
               errSecNoSuchClass);

  list.count = 1;
  SecKeychainSearchRef search = NULL;
  CHECK_STATUS(SecKeychainSearchCreateFromAttributes(NULL, kSecGenericPasswordItemClass, &list,
                                                     &search),
               errSecSuccess);
  CHECK(CFGetTypeID(search) == SecKeychainSearchGetTypeID());
  int count = 0;
  while (SecKeychainSearchCopyNext(search, &item) == errSecSuccess) {
    SecKeychainAttribute account = {kSecAccountItemAttr, 0, NULL};
    SecKeychainAttributeList wanted = {1, &account};
    CHECK_STATUS(SecKeychainItemCopyContent(item, NULL, &wanted, NULL, NULL), errSecSuccess);
    CHECK(account.length == 1 && *(char *)account.data == "12"[count]);
    SecKeychainItemFreeContent(&wanted, NULL);
    CFRelease(item);
    count++;
  }
  CHECK(count == 2);
  CHECK_STATUS(SecKeychainSearchCopyNext(search, &item), errSecItemNotFound);
  CFRelease(search);
  attributes[0].data = "nobody";
  CHECK_STATUS(SecKeychainSearchCreateFromAttributes(NULL, kSecGenericPasswordItemClass, &list,
                                                     &search),
               errSecSuccess);
  CHECK_STATUS(SecKeychainSearchCopyNext(search, &item), errSecItemNotFound);
  CFRelease(search);

  /* An access list that names only the calling program is accepted. Other access lists cannot be created. */
  CFMutableDictionaryRef query = password("access list", NULL);
  CFDictionarySetValue(query, kSecAttrAccess, access);
  CHECK_STATUS(SecItemAdd(query, NULL), errSecSuccess);
  CFRelease(query);
  CFRelease(access);
  CFArrayRef empty = CFArrayCreate(NULL, NULL, 0, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecAccessCreate(CFSTR("ask"), empty, &access), errSecUnimplemented);
  CFRelease(empty);
  SecTrustedApplicationRef program = NULL;
  CHECK_STATUS(SecTrustedApplicationCreateFromPath("/bin/other", &program), errSecUnimplemented);
  CHECK_STATUS(SecTrustedApplicationCreateFromPath(NULL, &program), errSecSuccess);
  CHECK(CFGetTypeID(program) == SecTrustedApplicationGetTypeID());
  CFArrayRef own = CFArrayCreate(NULL, (const void **)&program, 1, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecAccessCreate(CFSTR("mine"), own, &access), errSecSuccess);
  CFRelease(access);
  CFRelease(own);
  CFRelease(program);
}

/* Makes the keychain `other`, uses it beside the login keychain, and deletes it. `others` contains only `other`. */
static void several(SecKeychainRef login, SecKeychainRef other, CFArrayRef others) {
  SecKeychainRef made = NULL, found = NULL;
  SecKeychainItemRef item = NULL, copy = NULL;
  CFArrayRef list = NULL;
  CHECK_STATUS(SecKeychainCreate("other.keychain", TEXT("pw"), true, NULL, &made), errSecUnimplemented);
  CHECK_STATUS(SecKeychainCreate("other.keychain", 2, NULL, false, NULL, &made), errSecParam);
  CHECK_STATUS(SecKeychainCreate("other.keychain", TEXT("pw"), false, NULL, &made), errSecSuccess);
  CHECK(CFEqual(made, other));
  CFRelease(made);
  CHECK_STATUS(SecKeychainCreate("other.keychain", TEXT("pw"), false, NULL, &made), errSecDuplicateKeychain);
  CHECK_STATUS(SecKeychainAddGenericPassword(other, TEXT("o"), TEXT("a"), TEXT("p"), &item), errSecSuccess);
  CHECK_STATUS(SecKeychainItemCopyKeychain(item, &found), errSecSuccess);
  CHECK(CFEqual(found, other));
  CFRelease(found);
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, TEXT("o"), NOTHING, NULL, NULL, NULL), errSecItemNotFound);
  CHECK_STATUS(SecKeychainFindGenericPassword(others, TEXT("o"), NOTHING, NULL, NULL, NULL), errSecSuccess);
  CHECK_STATUS(SecKeychainSetSearchList(others), errSecSuccess);
  CHECK_STATUS(SecKeychainCopyDomainSearchList(kSecPreferencesDomainUser, &list), errSecSuccess);
  CHECK(CFArrayGetCount(list) == 1 && CFEqual(CFArrayGetValueAtIndex(list, 0), other));
  CFRelease(list);
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, TEXT("o"), NOTHING, NULL, NULL, NULL), errSecSuccess);
  CHECK_STATUS(SecKeychainItemCreateCopy(item, login, NULL, &copy), errSecSuccess);
  CHECK_STATUS(SecKeychainItemCopyKeychain(copy, &found), errSecSuccess);
  CHECK(CFEqual(found, login));
  CFRelease(found);
  CHECK_STATUS(SecKeychainItemDelete(copy), errSecSuccess);
  CFRelease(copy);
  CHECK_STATUS(SecKeychainSetDefault(other), errSecSuccess);
  CHECK_STATUS(SecKeychainCopyDefault(&found), errSecSuccess);
  CHECK(CFEqual(found, other));
  CFRelease(found);
  SecKeychainStatus state = 0;
  CHECK_STATUS(SecKeychainLock(other), errSecSuccess);
  CHECK_STATUS(SecKeychainGetStatus(other, &state), errSecSuccess);
  CHECK(!(state & kSecUnlockStateStatus));
  CHECK_STATUS(SecKeychainFindGenericPassword(others, TEXT("o"), NOTHING, NULL, NULL, NULL), errSecInteractionNotAllowed);
  CHECK_STATUS(SecKeychainUnlock(other, TEXT("no"), true), errSecAuthFailed);
  CHECK_STATUS(SecKeychainUnlock(other, TEXT("pw"), true), errSecSuccess);
  CHECK_STATUS(SecKeychainLockAll(), errSecSuccess);
  CHECK_STATUS(SecKeychainDelete(other), errSecSuccess);
  CHECK_STATUS(SecKeychainItemCopyKeychain(item, &found), errSecNoSuchKeychain);
  CFRelease(item);
  CHECK_STATUS(SecKeychainGetStatus(other, &state), errSecNoSuchKeychain);
  CHECK_STATUS(SecKeychainCopyDefault(&found), errSecNoDefaultKeychain);
  CHECK_STATUS(SecKeychainCopyDomainSearchList(kSecPreferencesDomainUser, &list), errSecSuccess);
  CHECK(CFArrayGetCount(list) == 0);
  CFRelease(list);
  CHECK_STATUS(SecKeychainSetDomainDefault(kSecPreferencesDomainUser, login), errSecSuccess);
  const void *login_only[] = {login};
  list = CFArrayCreate(NULL, login_only, 1, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecKeychainSetDomainSearchList(kSecPreferencesDomainUser, list), errSecSuccess);
  CHECK_STATUS(SecKeychainSetDomainSearchList(kSecPreferencesDomainDynamic, list), errSecParam);
  CFRelease(list);
  SecPreferencesDomain domain = kSecPreferencesDomainCommon;
  CHECK_STATUS(SecKeychainGetPreferenceDomain(&domain), errSecSuccess);
  CHECK(domain == kSecPreferencesDomainUser);
  CHECK_STATUS(SecKeychainSetPreferenceDomain(9), errSecParam);
  CHECK_STATUS(SecKeychainSetPreferenceDomain(kSecPreferencesDomainUser), errSecSuccess);
}

static void keychains(void) {
  SecKeychainRef keychain = NULL, other = NULL, named = NULL;
  CHECK_STATUS(SecKeychainCopyDefault(&keychain), errSecSuccess);
  CHECK_STATUS(SecKeychainOpen("login.keychain", &named), errSecSuccess);
  CHECK(CFEqual(keychain, named));
  CFRelease(named);
  CHECK_STATUS(SecKeychainOpen("/Users/anna/Library/Keychains/login.keychain-db", &named),
               errSecSuccess);
  CHECK(CFEqual(keychain, named) && CFHash(keychain) == CFHash(named));
  CFRelease(named);
  CHECK_STATUS(SecKeychainOpen("other.keychain", &other), errSecSuccess);
  CHECK(!CFEqual(keychain, other));

  SecKeychainStatus state = 0;
  CHECK_STATUS(SecKeychainGetStatus(keychain, &state), errSecSuccess);
  CHECK(state == (kSecUnlockStateStatus | kSecReadPermStatus | kSecWritePermStatus));
  CHECK_STATUS(SecKeychainGetStatus(other, &state), errSecNoSuchKeychain);
  CHECK_STATUS(SecKeychainGetStatus((SecKeychainRef)kSecClass, &state), errSecInvalidKeychain);

  char path[1024];
  UInt32 length = sizeof path;
  CHECK_STATUS(SecKeychainGetPath(keychain, &length, path), errSecSuccess);
  CHECK(length == strlen(path) && strstr(path, "keychain.db"));
  CHECK_STATUS(SecKeychainOpen(path, &named), errSecSuccess);
  CHECK(CFEqual(named, keychain));
  CFRelease(named);
  length = 3;
  CHECK_STATUS(SecKeychainGetPath(keychain, &length, path), errSecBufferTooSmall);

  /* A function that is called with another keychain returns an error and does nothing. */
  CHECK_STATUS(SecKeychainAddGenericPassword(other, TEXT("s"), TEXT("a"), TEXT("p"), NULL),
               errSecNoSuchKeychain);
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, TEXT("s"), NOTHING, NULL, NULL, NULL),
               errSecItemNotFound);
  CHECK_STATUS(SecKeychainAddGenericPassword(keychain, TEXT("s"), TEXT("a"), TEXT("p"), NULL),
               errSecSuccess);
  CHECK_STATUS(SecKeychainFindGenericPassword(other, TEXT("s"), NOTHING, NULL, NULL, NULL),
               errSecNoSuchKeychain);
  CFArrayRef list = CFArrayCreate(NULL, (const void **)&keychain, 1, &kCFTypeArrayCallBacks);
  CFArrayRef others = CFArrayCreate(NULL, (const void **)&other, 1, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecKeychainFindGenericPassword(list, TEXT("s"), NOTHING, NULL, NULL, NULL),
               errSecSuccess);
  CHECK_STATUS(SecKeychainFindGenericPassword(others, TEXT("s"), NOTHING, NULL, NULL, NULL),
               errSecNoSuchKeychain);
  CHECK_STATUS(SecKeychainFindGenericPassword(kSecClass, TEXT("s"), NOTHING, NULL, NULL, NULL),
               errSecInvalidKeychain);
  CFMutableDictionaryRef query = password("s", NULL);
  CFDictionarySetValue(query, kSecMatchSearchList, list);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecSuccess);
  CFDictionarySetValue(query, kSecMatchSearchList, others);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecNoSuchKeychain);
  CFRelease(query);
  query = password("used", NULL);
  CFDictionarySetValue(query, kSecUseKeychain, other);
  CHECK_STATUS(SecItemAdd(query, NULL), errSecNoSuchKeychain);
  CFDictionarySetValue(query, kSecUseKeychain, keychain);
  CHECK_STATUS(SecItemAdd(query, NULL), errSecSuccess);
  CFRelease(query);
  CHECK_STATUS(SecKeychainCreate("login.keychain", NOTHING, false, NULL, &named),
               errSecDuplicateKeychain);
  CHECK_STATUS(SecKeychainDelete(keychain), errSecUnimplemented);
  CHECK_STATUS(SecKeychainDelete(other), errSecNoSuchKeychain);
  CHECK_STATUS(SecKeychainSetDefault(keychain), errSecSuccess);
  CHECK_STATUS(SecKeychainSetDefault(other), errSecNoSuchKeychain);
  CHECK_STATUS(SecKeychainSetSearchList(list), errSecSuccess);
  CHECK_STATUS(SecKeychainCopySearchList(&list), errSecSuccess);
  CHECK(CFArrayGetCount(list) == 2 && CFEqual(CFArrayGetValueAtIndex(list, 0), keychain));
  CFRelease(list);
  several(keychain, other, others);
  CFRelease(others);
  CHECK_STATUS(SecKeychainCopyDomainDefault(kSecPreferencesDomainUser, &named), errSecSuccess);
  CFRelease(named);
  CHECK_STATUS(SecKeychainCopyDomainDefault(kSecPreferencesDomainSystem, &named),
               errSecNoDefaultKeychain);
  UInt32 version = 0;
  CHECK_STATUS(SecKeychainGetVersion(&version), errSecSuccess);
  CHECK(version != 0);

  /* A keychain without a password cannot be locked, so every call that would lock it fails. */
  SecKeychainSettings settings = {SEC_KEYCHAIN_SETTINGS_VERS1, true, true, 5};
  CHECK_STATUS(SecKeychainLock(keychain), errSecNotAvailable);
  CHECK_STATUS(SecKeychainLockAll(), errSecNotAvailable);
  CHECK_STATUS(SecKeychainUnlock(keychain, NOTHING, false), errSecSuccess);
  CHECK_STATUS(SecKeychainSetSettings(keychain, &settings), errSecNotAvailable);
  settings.lockOnSleep = false;
  settings.lockInterval = INT_MAX;
  CHECK_STATUS(SecKeychainSetSettings(keychain, &settings), errSecSuccess);
  CHECK_STATUS(SecKeychainCopySettings(keychain, &settings), errSecSuccess);
  CHECK(!settings.lockOnSleep && !settings.useLockInterval && settings.lockInterval == INT_MAX);
  settings.version = 7;
  CHECK_STATUS(SecKeychainCopySettings(keychain, &settings), errSecParam);
  Boolean may_ask = false;
  CHECK_STATUS(SecKeychainGetUserInteractionAllowed(&may_ask), errSecSuccess);
  CHECK(may_ask);
  CHECK_STATUS(SecKeychainSetUserInteractionAllowed(false), errSecSuccess);
  CHECK_STATUS(SecKeychainGetUserInteractionAllowed(&may_ask), errSecSuccess);
  CHECK(!may_ask);
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, TEXT("s"), NOTHING, NULL, NULL, NULL),
               errSecSuccess);
  CFRelease(other);
  CFRelease(keychain);
}

static void nonsense(void) {
  SecKeychainItemRef wrong[] = {NULL, (SecKeychainItemRef)kSecClass};
  SecKeychainAttributeList list = {1, NULL};
  UInt32 length = 0;
  CFTypeRef result = NULL;
  for (int index = 0; index < 2; index++) {
    CHECK_STATUS(SecKeychainItemModifyContent(wrong[index], NULL, 0, NULL), errSecParam);
    CHECK_STATUS(SecKeychainItemModifyAttributesAndData(wrong[index], NULL, 0, NULL), errSecParam);
    CHECK_STATUS(SecKeychainItemCopyContent(wrong[index], NULL, NULL, &length, NULL), errSecParam);
    CHECK_STATUS(
        SecKeychainItemCopyAttributesAndData(wrong[index], NULL, NULL, NULL, NULL, NULL),
        errSecParam);
    CHECK_STATUS(SecKeychainItemDelete(wrong[index]), errSecParam);
    CHECK_STATUS(SecKeychainItemCopyKeychain(wrong[index], (SecKeychainRef *)&result), errSecParam);
    CHECK_STATUS(SecKeychainItemCreatePersistentReference(wrong[index], (CFDataRef *)&result),
                 errSecParam);
    CHECK_STATUS(SecKeychainItemCopyFromPersistentReference((CFDataRef)wrong[index],
                                                            (SecKeychainItemRef *)&result),
                 errSecParam);
    CHECK_STATUS(SecKeychainSearchCopyNext((SecKeychainSearchRef)wrong[index],
                                           (SecKeychainItemRef *)&result),
                 errSecParam);
  }
  CHECK_STATUS(SecKeychainSearchCreateFromAttributes(NULL, 'genp', &list,
                                                     (SecKeychainSearchRef *)&result),
               errSecParam);
  CHECK_STATUS(SecKeychainSearchCreateFromAttributes(NULL, 'ashp', NULL,
                                                     (SecKeychainSearchRef *)&result),
               errSecNoSuchClass);
  CHECK_STATUS(SecKeychainSearchCreateFromAttributes(NULL, 'genp', NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainItemFreeContent(NULL, NULL), errSecSuccess);
  CHECK_STATUS(SecKeychainItemFreeAttributesAndData(NULL, NULL), errSecSuccess);
  CHECK_STATUS(SecKeychainOpen(NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainCreate(NULL, NOTHING, false, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainCopyDefault(NULL), errSecParam);
  CHECK_STATUS(SecKeychainCopyDomainDefault(9, NULL), errSecParam);
  CHECK_STATUS(SecKeychainCopySearchList(NULL), errSecParam);
  CHECK_STATUS(SecKeychainSetSearchList(NULL), errSecParam);
  CHECK_STATUS(SecKeychainSetDefault(NULL), errSecParam);
  CHECK_STATUS(SecKeychainGetPath(NULL, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainGetStatus(NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainSetSettings(NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainCopySettings(NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainGetVersion(NULL), errSecParam);
  CHECK_STATUS(SecKeychainGetUserInteractionAllowed(NULL), errSecParam);
  CHECK_STATUS(SecAccessCreate(NULL, NULL, NULL), errSecParam);
  CHECK_STATUS(SecTrustedApplicationCreateFromPath(NULL, NULL), errSecParam);
}

int main(void) {
  generic_passwords();
  internet_passwords();
  creators();
  changes();
  made_and_searched();
  keychains();
  nonsense();
  return report();
}
