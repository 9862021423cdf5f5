// Uses the headers in C++. An `Owned` object releases its reference.
#include "check.h"

#include <memory>
#include <string>
#include <type_traits>

namespace {

struct Releaser {
  void operator()(const void *object) const { CFRelease(object); }
};

template <typename Reference>
using Owned = std::unique_ptr<std::remove_pointer_t<Reference>, Releaser>;

std::string text_of(CFStringRef string) {
  char buffer[256];
  return CFStringGetCString(string, buffer, sizeof buffer, kCFStringEncodingUTF8) ? buffer : "";
}

}  // namespace

int main() {
  Owned<CFMutableDictionaryRef> item(password("C++", "anna"));
  put(item.get(), kSecValueData, data("secret"));
  CHECK_STATUS(SecItemAdd(item.get(), nullptr), errSecSuccess);
  CFDictionaryRemoveValue(item.get(), kSecValueData);
  CFDictionarySetValue(item.get(), kSecReturnAttributes, kCFBooleanTrue);
  CFTypeRef found = nullptr;
  CHECK_STATUS(SecItemCopyMatching(item.get(), &found), errSecSuccess);
  Owned<CFDictionaryRef> attributes(static_cast<CFDictionaryRef>(found));
  auto service =
      static_cast<CFStringRef>(CFDictionaryGetValue(attributes.get(), kSecAttrService));
  CHECK(text_of(service) == "C++");
  CHECK_STATUS(SecItemDelete(item.get()), errSecSuccess);
  CHECK_STATUS(SecItemDelete(item.get()), errSecItemNotFound);
  Owned<CFStringRef> message(SecCopyErrorMessageString(errSecDuplicateItem, nullptr));
  CHECK(!text_of(message.get()).empty());
  // These functions return `bool`, as in Apple's headers, and not `Boolean`.
  bool (*evaluate)(SecTrustRef, CFErrorRef *) = SecTrustEvaluateWithError;
  bool (*set_exceptions)(SecTrustRef, CFDataRef) = SecTrustSetExceptions;
  CHECK(!evaluate(nullptr, nullptr) && !set_exceptions(nullptr, nullptr));
  return report();
}
