/* Uses constant strings at file scope, as programs for macOS do. */
#include "check.h"

static CFStringRef service = CFSTR("file scope");
static const CFStringRef umlaut = CFSTR("\303\244");
static struct {
  CFStringRef account;
  int value;
} table[] = {{CFSTR("anna"), 1}, {CFSTR("ben"), 2}};

int main(void) {
  CHECK(is_text(service, "file scope"));
  CHECK(is_text(umlaut, "\303\244") && CFStringGetLength(umlaut) == 1);
  for (size_t index = 0; index < sizeof table / sizeof *table; index++) {
    CFMutableDictionaryRef item = dictionary();
    CFDictionarySetValue(item, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(item, kSecAttrService, service);
    CFDictionarySetValue(item, kSecAttrAccount, table[index].account);
    CFDictionarySetValue(item, CFSTR("nonsense"), umlaut);
    CFDictionaryRemoveValue(item, CFSTR("nonsense"));
    CHECK_STATUS(SecItemAdd(item, NULL), noErr);
    CHECK_STATUS(SecItemAdd(item, NULL), errSecDuplicateItem);
    CFRelease(item);
  }
  /* A string with the same characters, created at run time, finds the same item as the constant string. */
  CFMutableDictionaryRef query = password("file scope", "ben");
  CHECK_STATUS(SecItemDelete(query), errSecSuccess);
  CFRelease(query);
  CFRetain(service);
  CFRelease(service);
  return report();
}
