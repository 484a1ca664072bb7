// The compiled chain as a Python value, which a Robot keeps.
#pragma once

#include "robots/chain.h"
#include "binding/python_api.h"

namespace rvs {

extern PyTypeObject ChainType;

/// Make the type; false with a Python error.
bool ready_chain_type(PyObject* module);

/// What a robot keeps: the chain alone, or the chain with its masses.
enum class Need { GEOMETRY, MASSES };

/// The compiled chain of a robot; none for anything else, or without the masses that are needed.
class ChainOf {
 public:
  ChainOf(PyObject* robot, Need need);
  explicit operator bool() const { return chain_ != nullptr; }
  const Chain& operator*() const { return *chain_; }
  const Chain* operator->() const { return chain_; }

 private:
  Ref owner_;
  const Chain* chain_ = nullptr;
};

}  // namespace rvs
