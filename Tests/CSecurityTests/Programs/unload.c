/* Loads the library, uses it and unloads it, three times, as a program with plug-ins does. The argument is the path of
   the library. */
#include <dlfcn.h>
#include <stdio.h>

typedef int (*Add)(void *, unsigned, const char *, unsigned, const char *, unsigned, const void *, void **);
typedef int (*Find)(void *, unsigned, const char *, unsigned, const char *, unsigned *, void **, void **);
typedef int (*Free)(void *, void *);

int main(int count, char **arguments) {
  for (int round = 0; count == 2 && round < 3; round++) {
    void *library = dlopen(arguments[1], RTLD_NOW);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
    Add add = (Add)dlsym(library, "SecKeychainAddGenericPassword");
    Find find = (Find)dlsym(library, "SecKeychainFindGenericPassword");
    Free give_back = (Free)dlsym(library, "SecKeychainItemFreeContent");
    int added = add(NULL, 6, "unload", 1, "a", 1, "x", NULL);
    unsigned length = 0;
    void *bytes = NULL;
    int found = find(NULL, 6, "unload", 1, "a", &length, &bytes, NULL);
    if (added != (round ? -25299 : 0) || found || length != 1) return 1;
    give_back(NULL, bytes);
    dlclose(library);
  }
  puts("ok");
  return 0;
}
