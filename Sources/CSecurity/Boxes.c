// A box is a Core Foundation object that holds a Swift object. Programs receive boxes, because CFGetTypeID, CFEqual,
// CFHash and CFCopyDescription trap if their argument is a Swift object. Only this file calls the functions that
// register a type: Core Foundation's headers declare these functions private.

#include <Security/Security.h>
#include <pthread.h>
#if __has_include(<CoreFoundation/CFRuntime.h>)
#include <CoreFoundation/CFRuntime.h>
#else
#include <../../../swift/CoreFoundation/CFRuntime.h>
#endif

#include "CSecurity.h"

struct box {
  CFRuntimeBase base;
  void *object;
  // The objects that Get functions returned for this box. The array keeps these objects alive.
  CFMutableArrayRef kept;
};

static void *object_of(CFTypeRef box) { return ((const struct box *)box)->object; }

static void finalize(CFTypeRef cf) {
  struct box *box = (struct box *)cf;
  if (box->kept) CFRelease(box->kept);
  if (box->object) lk_object_release(box->object);
}

static Boolean equal(CFTypeRef box, CFTypeRef other) {
  return lk_object_is_equal(object_of(box), object_of(other));
}

static CFHashCode hash(CFTypeRef box) { return lk_object_hash(object_of(box)); }

static CFStringRef describe(CFTypeRef box) { return lk_object_description(object_of(box)); }

static CFStringRef describe_formatted(CFTypeRef box, CFDictionaryRef options) {
  (void)options;
  return describe(box);
}

#define CLASS(name)                                                        \
  {.className = name, .finalize = finalize, .equal = equal, .hash = hash, \
   .copyFormattingDesc = describe_formatted, .copyDebugDesc = describe}

static const CFRuntimeClass classes[lk_box_count] = {
    CLASS("SecAccessControl"), CLASS("SecKey"),          CLASS("SecCertificate"),
    CLASS("SecIdentity"),      CLASS("SecTrust"),        CLASS("SecPolicy"),
    CLASS("SecKeychain"),      CLASS("SecKeychainItem"), CLASS("SecKeychainSearch"),
    CLASS("SecAccess"),        CLASS("SecTrustedApplication"),
    CLASS("SecIdentitySearch"),
};

static CFTypeID types[lk_box_count];

static void register_types(void) {
  for (int index = 0; index < lk_box_count; index++) {
    types[index] = _CFRuntimeRegisterClass(&classes[index]);
  }
}

unsigned long lk_box_type(int32_t box) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_types);
  return types[box];
}

const void *lk_box_create(int32_t index, void *object) {
  CFTypeID type = lk_box_type(index);
  CFIndex size = sizeof(struct box) - sizeof(CFRuntimeBase);
  struct box *box = (struct box *)_CFRuntimeCreateInstance(kCFAllocatorDefault, type, size, NULL);
  if (!box) {
    lk_object_release(object);
    return NULL;
  }
  box->object = object;
  return box;
}

void *lk_box_object(const void *object) { return object_of(object); }

const void *lk_box_keep(const void *owner, const void *object) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  struct box *box = (struct box *)owner;
  pthread_mutex_lock(&lock);
  if (!box->kept) box->kept = CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks);
  CFRange all = CFRangeMake(0, CFArrayGetCount(box->kept));
  CFIndex index = CFArrayGetFirstIndexOfValue(box->kept, all, object);
  if (index == kCFNotFound) {
    index = all.length;
    CFArrayAppendValue(box->kept, object);
  }
  const void *result = CFArrayGetValueAtIndex(box->kept, index);
  pthread_mutex_unlock(&lock);
  return result;
}
