// This file defines the functions of the C interface that take a block. Swift cannot export such a function to C.

#include <Security/Security.h>

// The library holds no lock while it calls a block.

#if !__has_include(<dispatch/dispatch.h>)
extern void dispatch_async(dispatch_queue_t queue, void (^block)(void));
extern dispatch_queue_t dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
#define DISPATCH_QUEUE_PRIORITY_DEFAULT 0
#endif

OSStatus SecTrustEvaluateAsyncWithError(SecTrustRef trust, dispatch_queue_t queue,
                                        SecTrustWithErrorCallback result) {
  if (!trust || !queue || !result || CFGetTypeID(trust) != SecTrustGetTypeID()) return errSecParam;
  CFRetain(trust);
  dispatch_async(queue, ^{
    CFErrorRef error = NULL;
    bool is_trusted = SecTrustEvaluateWithError(trust, &error);
    result(trust, is_trusted, error);
    if (error) CFRelease(error);
    CFRelease(trust);
  });
  return errSecSuccess;
}

OSStatus SecTrustEvaluateAsync(SecTrustRef trust, dispatch_queue_t queue, SecTrustCallback result) {
  if (!trust || !queue || !result || CFGetTypeID(trust) != SecTrustGetTypeID()) return errSecParam;
  CFRetain(trust);
  dispatch_async(queue, ^{
    SecTrustResultType type = kSecTrustResultOtherError;
    SecTrustEvaluate(trust, &type);
    result(trust, type);
    CFRelease(trust);
  });
  return errSecSuccess;
}

static CFErrorRef unimplemented(void) {
  return CFErrorCreate(NULL, CFSTR("NSOSStatusErrorDomain"), errSecUnimplemented, NULL);
}

void SecAddSharedWebCredential(CFStringRef fqdn, CFStringRef account, CFStringRef password,
                               void (^completionHandler)(CFErrorRef error)) {
  (void)fqdn, (void)account, (void)password;
  if (!completionHandler) return;
  dispatch_async(dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0), ^{
    CFErrorRef error = unimplemented();
    completionHandler(error);
    CFRelease(error);
  });
}

void SecRequestSharedWebCredential(CFStringRef fqdn, CFStringRef account,
                                   void (^completionHandler)(CFArrayRef credentials,
                                                             CFErrorRef error)) {
  (void)fqdn, (void)account;
  if (!completionHandler) return;
  dispatch_async(dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0), ^{
    CFErrorRef error = unimplemented();
    completionHandler(NULL, error);
    CFRelease(error);
  });
}
